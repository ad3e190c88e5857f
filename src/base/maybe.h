// SPDX-License-Identifier: GPL-2.0-or-later
// A number or nothing, in the space of the number: what std::optional says with twice as much. For
// what there are millions of.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>

namespace lodestone {

// The one value that means nothing: the least integer; of the many NaN one that no computation
// makes.
template <typename T>
constexpr T nothing_of() {
  if constexpr (std::same_as<T, double>)
    return std::bit_cast<double>(uint64_t{0x7ff8'6e6f'7468'696e});
  else
    return std::numeric_limits<T>::min();
}

template <typename T>
class Maybe {
 public:
  constexpr Maybe() = default;
  constexpr Maybe(std::nullopt_t) {}
  constexpr Maybe(T value) : value_(value) {}
  template <std::convertible_to<T> U>
  constexpr Maybe(const std::optional<U>& value)
      : value_(value ? static_cast<T>(*value) : nothing_of<T>()) {}

  constexpr bool has_value() const {
    if constexpr (std::same_as<T, double>)
      return std::bit_cast<uint64_t>(value_) != std::bit_cast<uint64_t>(nothing_of<T>());
    else
      return value_ != nothing_of<T>();
  }
  constexpr explicit operator bool() const { return has_value(); }
  constexpr operator std::optional<T>() const {
    return has_value() ? std::optional<T>(value_) : std::nullopt;
  }
  // Only where there is a value.
  constexpr T& operator*() { return value_; }
  constexpr const T& operator*() const { return value_; }
  constexpr T value_or(T other) const { return has_value() ? value_ : other; }
  constexpr void reset() { value_ = nothing_of<T>(); }

  friend constexpr bool operator==(const Maybe& a, const Maybe& b) {
    return a.has_value() == b.has_value() && (!a.has_value() || a.value_ == b.value_);
  }
  friend constexpr bool operator==(const Maybe& a, std::nullopt_t) { return !a.has_value(); }
  friend constexpr bool operator==(const Maybe& a, T b) { return a.has_value() && a.value_ == b; }

 private:
  T value_ = nothing_of<T>();
};

}  // namespace lodestone
