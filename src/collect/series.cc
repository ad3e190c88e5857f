// SPDX-License-Identifier: GPL-2.0-or-later
#include "collect/series.h"

namespace lodestone {

void Series::begin_reading() {
  ++reading_;
  next_ = 0;
}

Series::Entry& Series::entry(std::string_view name) {
  if (next_ < entries_.size() && entries_[next_].name == name) return entries_[next_++];
  const auto [place, fresh] = places_.try_emplace(std::string(name), entries_.size());
  if (fresh) entries_.push_back({.name = std::string(name), .first = reading_});
  next_ = place->second + 1;
  return entries_[place->second];
}

void Series::scaled_counter(std::string_view name, uint64_t value, double scale) {
  Entry& found = entry(name);
  if (found.last == reading_) {
    // Two lines of one name in one reading (disks of one name in namespaces): neither can be told
    // from the other.
    found.broken = true;
    return;
  }
  if (found.seen > 0) {
    constexpr uint64_t wrap = uint64_t{1} << 32;
    if (value >= found.before)
      found.rise += value - found.before;
    else if (found.before < wrap && found.before - value > wrap / 2)
      found.rise += value + wrap - found.before;
    else
      found.broken = true;
  }
  found.is_counter = true;
  found.scale = scale;
  found.before = value;
  found.last = reading_;
  ++found.seen;
}

void Series::level(std::string_view name, double value) {
  Entry& found = entry(name);
  found.sum += value;
  found.last = reading_;
  ++found.seen;
}

void Series::so_far(std::string_view name, double value) {
  Entry& found = entry(name);
  found.last_stands = true;
  found.sum = value;
  found.last = reading_;
  found.seen = 1;
}

void Series::summed_over(size_t cpus) {
  cpus_changed_ = cpus_changed_ || (cpus_ != 0 && cpus_ != cpus);
  cpus_ = cpus;
}

void Series::reduce(std::map<std::string, double>& values, std::vector<std::string>& lost) const {
  for (const Entry& found : entries_) {
    const std::string name = prefix_ + "." + found.name;
    if (found.last_stands && found.last != reading_) {
      lost.push_back(name);
    } else if (!found.is_counter) {
      values[name] = found.sum / found.seen;
    } else if (found.broken || cpus_changed_) {
      lost.push_back(name);
    } else if (found.first == 1 && found.last == reading_ && reading_ > 1) {
      values[name] = static_cast<double>(found.rise) * found.scale;
    } else {
      lost.push_back(name);
    }
  }
}

}  // namespace lodestone
