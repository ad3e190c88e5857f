// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/json_view.h"

#include <simdjson.h>

#include <cmath>
#include <cstring>

namespace lodestone {
namespace {

using simdjson::dom::element;

static_assert(sizeof(element) == 2 * sizeof(void*),
              "an element is a document and a place on its tape");

element element_of(const void* document, size_t index) {
  const struct {
    const void* document;
    size_t index;
  } parts{document, index};
  element out;
  std::memcpy(static_cast<void*>(&out), &parts, sizeof out);
  return out;
}

std::pair<const void*, size_t> parts_of(const element& value) {
  struct {
    const void* document;
    size_t index;
  } parts;
  std::memcpy(&parts, static_cast<const void*>(&value), sizeof parts);
  return {parts.document, parts.index};
}

// "NaN", "-Infinity", "inf" outside strings become null.
std::string without_nan(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() + 64);
  bool inside = false;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (inside) {
      out += c;
      if (c == '\\' && i + 1 < bytes.size())
        out += bytes[++i];
      else if (c == '"')
        inside = false;
      continue;
    }
    if (c == '"') inside = true;
    size_t used = 0;
    if (c == 'N' || c == 'n' || c == 'I' || c == 'i' || c == '-' || c == '+')
      for (std::string_view word : {"NaN", "nan", "-nan", "-NaN", "Infinity", "-Infinity",
                                    "+Infinity", "inf", "-inf", "+Inf", "-Inf", "Inf"})
        if (bytes.substr(i, word.size()) == word) used = std::max(used, word.size());
    if (used) {
      out += "null";
      i += used - 1;
    } else {
      out += c;
    }
  }
  return out;
}

// One object a line: other readers take that.
bool is_lines(std::string_view bytes) {
  const size_t end = bytes.find('\n');
  if (end == std::string_view::npos || bytes[0] != '{') return false;
  const size_t last = bytes.find_last_not_of(" \t\r\n", end);
  const size_t next = bytes.find_first_not_of(" \t\r\n", end);
  return bytes[last] == '}' && next != std::string_view::npos && bytes[next] == '{';
}

// From the first line that begins with '{' or '['.
std::string_view from_first_bracket(std::string_view bytes) {
  size_t i = 0;
  while (i < bytes.size()) {
    const size_t start = bytes.find_first_not_of(" \t\r\n", i);
    if (start == std::string_view::npos) return {};
    if (bytes[start] == '{' || bytes[start] == '[') return bytes.substr(start);
    i = bytes.find('\n', start);
    if (i == std::string_view::npos) return {};
  }
  return {};
}

}  // namespace

struct JsonDocument::Parts {
  simdjson::dom::parser parser;
  element root;
};

JsonDocument::JsonDocument() = default;
JsonDocument::~JsonDocument() = default;

std::unique_ptr<JsonDocument> JsonDocument::parse(std::string_view bytes, bool padded) {
  bytes = from_first_bracket(bytes);
  if (bytes.empty() || is_lines(bytes)) return nullptr;
  std::unique_ptr<JsonDocument> document(new JsonDocument);
  document->parts_ = std::make_unique<Parts>();
  if (document->parts_->parser.allocate(bytes.size(), 256) != simdjson::SUCCESS) return nullptr;
  auto error = document->parts_->parser.parse(bytes.data(), bytes.size(), !padded)
                   .get(document->parts_->root);
  if (error != simdjson::SUCCESS && error != simdjson::DEPTH_ERROR && error != simdjson::CAPACITY &&
      error != simdjson::MEMALLOC) {
    const std::string mended = without_nan(bytes);
    error = document->parts_->parser.parse(mended).get(document->parts_->root);
    if (error != simdjson::SUCCESS) {
      // Something behind the document: use it up to the end of its last line that closes it.
      const size_t end = mended.find("\n}\n");
      if (end != std::string::npos)
        error = document->parts_->parser.parse(mended.data(), end + 2).get(document->parts_->root);
    }
  }
  return error == simdjson::SUCCESS ? std::move(document) : nullptr;
}

JsonView JsonDocument::root() const {
  const auto [document, index] = parts_of(parts_->root);
  return {document, index};
}

bool JsonView::is_object() const {
  return document_ && element_of(document_, index_).is_object();
}
bool JsonView::is_array() const {
  return document_ && element_of(document_, index_).is_array();
}

JsonView JsonView::operator[](std::string_view key) const {
  if (!document_) return {};
  element found;
  if (element_of(document_, index_).at_key(key).get(found) != simdjson::SUCCESS) return {};
  const auto [document, index] = parts_of(found);
  return {document, index};
}

std::optional<double> JsonView::number() const {
  double value = 0;
  if (!document_ || element_of(document_, index_).get(value) != simdjson::SUCCESS ||
      !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<std::string_view> JsonView::text() const {
  std::string_view value;
  if (!document_ || element_of(document_, index_).get(value) != simdjson::SUCCESS)
    return std::nullopt;
  return value;
}

size_t JsonView::size() const {
  if (is_object()) return element_of(document_, index_).get_object().value_unsafe().size();
  if (is_array()) return element_of(document_, index_).get_array().value_unsafe().size();
  return 0;
}

void JsonView::numbers(std::vector<double>& out) const {
  simdjson::dom::array array;
  if (!document_ || element_of(document_, index_).get(array) != simdjson::SUCCESS) return;
  for (element item : array) {
    double value = 0;
    if (item.get(value) == simdjson::SUCCESS && std::isfinite(value)) out.push_back(value);
  }
}

void JsonView::each(const std::function<bool(JsonView)>& take) const {
  simdjson::dom::array array;
  if (!document_ || element_of(document_, index_).get(array) != simdjson::SUCCESS) return;
  for (element item : array) {
    const auto [document, index] = parts_of(item);
    if (!take({document, index})) return;
  }
}

void JsonView::each_field(const std::function<bool(std::string_view, JsonView)>& take) const {
  simdjson::dom::object object;
  if (!document_ || element_of(document_, index_).get(object) != simdjson::SUCCESS) return;
  for (auto field : object) {
    const auto [document, index] = parts_of(field.value);
    if (!take(field.key, {document, index})) return;
  }
}

bool mentions(std::string_view bytes, std::string_view text) {
  return bytes.substr(0, size_t{1} << 18).find(text) != std::string_view::npos;
}

}  // namespace lodestone
