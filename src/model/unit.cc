// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/unit.h"

#include <array>
#include <string>

#include "base/text.h"

namespace lodestone {
namespace {

struct Size {
  std::string quantity;  // the word itself for units that no table knows
  double factor = 1;     // in the quantity's own unit
};

struct Known {
  std::string_view word;
  std::string_view quantity;
  double factor;
};

// Case counts where it tells units apart (Mb is not MB); words are matched in lower case.
constexpr std::array symbols{
    Known{"B", "byte", 1},
    Known{"KiB", "byte", 1024},
    Known{"MiB", "byte", 1 << 20},
    Known{"GiB", "byte", 1 << 30},
    Known{"TiB", "byte", 1024.0 * (1 << 30)},
};
constexpr std::array names{
    Known{"s", "second", 1},
    Known{"sec", "second", 1},
    Known{"secs", "second", 1},
    Known{"second", "second", 1},
    Known{"seconds", "second", 1},
    Known{"ms", "second", 1e-3},
    Known{"msec", "second", 1e-3},
    Known{"msecs", "second", 1e-3},
    Known{"millisecond", "second", 1e-3},
    Known{"milliseconds", "second", 1e-3},
    Known{"us", "second", 1e-6},
    Known{"µs", "second", 1e-6},
    Known{"μs", "second", 1e-6},
    Known{"usec", "second", 1e-6},
    Known{"usecs", "second", 1e-6},
    Known{"microsecond", "second", 1e-6},
    Known{"microseconds", "second", 1e-6},
    Known{"ns", "second", 1e-9},
    Known{"nsec", "second", 1e-9},
    Known{"nsecs", "second", 1e-9},
    Known{"nanosecond", "second", 1e-9},
    Known{"nanoseconds", "second", 1e-9},
    Known{"min", "second", 60},
    Known{"minute", "second", 60},
    Known{"minutes", "second", 60},
    Known{"byte", "byte", 1},
    Known{"bytes", "byte", 1},
    Known{"bit", "byte", 0.125},
    Known{"bits", "byte", 0.125},
    Known{"kbit", "byte", 125},
    Known{"kbits", "byte", 125},
    Known{"mbit", "byte", 125e3},
    Known{"mbits", "byte", 125e3},
    Known{"gbit", "byte", 125e6},
    Known{"gbits", "byte", 125e6},
    Known{"operation", "op", 1},
    Known{"operations", "op", 1},
    Known{"op", "op", 1},
    Known{"ops", "op", 1},
};

// "10^6bits", "bits", "KiB": one side of the stroke.
Size size_of(std::string_view word) {
  Size size;
  word = trim(word);
  if (word.starts_with("10^")) {
    size_t end = 3;
    while (end < word.size() && word[end] >= '0' && word[end] <= '9') ++end;
    const auto power = parse_integer(word.substr(3, end - 3));
    if (power && *power > 0 && *power <= 18) {
      for (long long i = 0; i < *power; ++i) size.factor *= 10;
      word = trim(word.substr(end));
    }
  }
  for (const Known& known : symbols)
    if (word == known.word) return {std::string(known.quantity), size.factor * known.factor};
  const std::string lower = to_lower(word);
  for (const Known& known : names)
    if (lower == known.word) return {std::string(known.quantity), size.factor * known.factor};
  size.quantity = word;
  return size;
}

}  // namespace

std::optional<double> conversion(std::string_view from, std::string_view to) {
  from = trim(from), to = trim(to);
  if (from == to || from.empty() || to.empty()) return 1;
  const size_t from_stroke = from.find('/'), to_stroke = to.find('/');
  if ((from_stroke == from.npos) != (to_stroke == to.npos)) return std::nullopt;
  const Size a = size_of(from.substr(0, from_stroke)), b = size_of(to.substr(0, to_stroke));
  if (a.quantity != b.quantity) return std::nullopt;
  double factor = a.factor / b.factor;
  if (from_stroke != from.npos) {
    const Size c = size_of(from.substr(from_stroke + 1)), d = size_of(to.substr(to_stroke + 1));
    if (c.quantity != d.quantity) return std::nullopt;
    factor *= d.factor / c.factor;
  }
  return factor;
}

}  // namespace lodestone
