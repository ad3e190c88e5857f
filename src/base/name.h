// SPDX-License-Identifier: GPL-2.0-or-later
// Names that recur: metrics, units, workloads. Equal names are one text, kept once until the
// program ends, and a Name is a pointer to it: copied, compared and hashed as a number. A million
// rows with three strings each spend their time on memory instead.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace lodestone {

class Name;

// How a text lies in memory: its bytes and a 0 behind its size.
struct KeptText {
  uint32_t size = 0;
};
struct NoText {
  KeptText head;
  char end = 0;
};
inline constexpr NoText no_text;  // one for the whole program

// What reads as text but is no Name itself.
template <typename T>
concept Text = std::convertible_to<const T&, std::string_view> && !std::same_as<T, Name>;

class Name {
 public:
  static constexpr size_t npos = std::string_view::npos;

  Name() = default;
  // Threads may make names at the same time.
  Name(std::string_view text);
  Name(const char* text) : Name(std::string_view(text)) {}
  Name(const std::string& text) : Name(std::string_view(text)) {}

  std::string_view view() const { return {c_str(), text_->size}; }
  operator std::string_view() const { return view(); }
  operator std::string() const { return std::string(view()); }
  template <typename Stream>
    requires requires(Stream& out, std::string_view text) { out << text; }
  friend Stream& operator<<(Stream& out, Name name) {
    out << name.view();
    return out;
  }
  // What {fmt} looks for in a class that it is to print as a string.
  friend std::string_view to_string_view(Name name) { return name.view(); }

  bool empty() const { return text_->size == 0; }
  size_t size() const { return view().size(); }
  // A 0 stands behind it.
  const char* c_str() const { return reinterpret_cast<const char*>(text_ + 1); }
  char front() const { return view().front(); }
  char back() const { return view().back(); }
  bool starts_with(std::string_view start) const { return view().starts_with(start); }
  bool ends_with(std::string_view end) const { return view().ends_with(end); }
  bool starts_with(char start) const { return view().starts_with(start); }
  bool ends_with(char end) const { return view().ends_with(end); }
  size_t find(std::string_view text, size_t from = 0) const { return view().find(text, from); }
  size_t find(char c, size_t from = 0) const { return view().find(c, from); }
  size_t rfind(std::string_view text) const { return view().rfind(text); }
  size_t rfind(char c) const { return view().rfind(c); }
  std::string substr(size_t from, size_t size = npos) const {
    return std::string(view().substr(from, size));
  }
  void clear() { *this = Name(); }

  friend bool operator==(Name a, Name b) { return a.text_ == b.text_; }
  template <Text T>
  friend bool operator==(Name a, const T& b) {
    return a.view() == std::string_view(b);
  }
  // In the order of the texts.
  friend std::strong_ordering operator<=>(Name a, Name b) { return a.view() <=> b.view(); }
  template <Text T>
  friend std::strong_ordering operator<=>(Name a, const T& b) {
    return a.view() <=> std::string_view(b);
  }

  friend std::string operator+(std::string a, Name b) { return std::move(a.append(b.view())); }
  friend std::string operator+(const char* a, Name b) { return std::string(a) + b; }
  friend std::string operator+(std::string_view a, Name b) { return std::string(a) + b; }
  template <Text T>
  friend std::string operator+(Name a, const T& b) {
    return std::string(a.view()).append(std::string_view(b));
  }
  friend std::string operator+(Name a, Name b) { return a + b.view(); }

 private:
  friend struct std::hash<Name>;
  const KeptText* text_ = &no_text.head;
};

}  // namespace lodestone

template <>
struct std::hash<lodestone::Name> {
  size_t operator()(lodestone::Name name) const {
    return reinterpret_cast<uintptr_t>(name.text_) * 0x9e3779b97f4a7c15u >> 20;
  }
};
