// SPDX-License-Identifier: GPL-2.0-or-later
// JSON documents of any size, parsed by simdjson into a flat tape (a few bytes a token, not a tree
// of nodes); views into it cost nothing. Bare NaN and Infinity, which many tools print, read as
// absent.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lodestone {

class JsonDocument;

// A value inside a document, or nothing. Valid while the document lives.
class JsonView {
 public:
  JsonView() = default;
  explicit operator bool() const { return document_ != nullptr; }
  bool is_object() const;
  bool is_array() const;
  JsonView operator[](
      std::string_view key) const;       // nothing if this is no object or has no such key
  std::optional<double> number() const;  // finite numbers
  std::optional<std::string_view> text() const;
  std::string string(std::string_view fallback = {}) const {
    return std::string(text().value_or(fallback));
  }
  size_t size() const;  // fields or elements, from 2^24 on perhaps fewer; 0 for all else
  // The numbers among the elements of an array, put behind what is there already.
  void numbers(std::vector<double>& out) const;
  // Elements of an array, fields of an object; `false` from the function stops.
  void each(const std::function<bool(JsonView)>& take) const;
  void each_field(const std::function<bool(std::string_view, JsonView)>& take) const;

 private:
  friend class JsonDocument;
  JsonView(const void* document, size_t index) : document_(document), index_(index) {}
  const void* document_ = nullptr;
  size_t index_ = 0;
};

class JsonDocument {
 public:
  // Null if the bytes are no JSON. What stands before the first line that begins with a bracket
  // (warnings) is skipped; nesting beyond 256 levels is refused.
  // `padded`: 64 more bytes can be read behind the end, so that no copy is needed.
  static std::unique_ptr<JsonDocument> parse(std::string_view bytes, bool padded = false);
  ~JsonDocument();
  JsonView root() const;

 private:
  struct Parts;
  JsonDocument();
  std::unique_ptr<Parts> parts_;
};

// True if the first 256 KiB hold the text.
bool mentions(std::string_view bytes, std::string_view text);

}  // namespace lodestone
