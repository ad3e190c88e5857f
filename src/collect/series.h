// SPDX-License-Identifier: GPL-2.0-or-later
// What a collector's readings of one pass come to: one number a metric. Counters: last minus first,
// wraps of 32 bits made good. Levels: the mean. What is not in the first and the last reading is
// missing, never zero.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collect/collector.h"

namespace lodestone {

class Series : public Readings {
 public:
  explicit Series(std::string prefix) : prefix_(std::move(prefix)) {}

  void begin_reading();
  void counter(std::string_view name, uint64_t value) override { scaled_counter(name, value, 1); }
  void scaled_counter(std::string_view name, uint64_t value, double scale) override;
  void level(std::string_view name, double value) override;
  void so_far(std::string_view name, double value) override;
  void summed_over(size_t cpus) override;

  // Full names. `lost` receives the names of counters that fell (reset, or came back after a hot
  // unplug).
  void reduce(std::map<std::string, double>& values, std::vector<std::string>& lost) const;
  int readings() const { return reading_; }

 private:
  struct Entry {
    std::string name;
    bool is_counter = false;
    bool broken = false;
    bool last_stands = false;
    double scale = 1;
    uint64_t before = 0;
    uint64_t rise = 0;
    double sum = 0;
    int seen = 0;
    int first = 0, last = 0;  // readings in which it was seen
  };
  Entry& entry(std::string_view name);

  std::string prefix_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, size_t> places_;
  size_t next_ = 0;  // files keep their order, so the next name is nearly always the next entry
  int reading_ = 0;
  size_t cpus_ = 0;
  bool cpus_changed_ = false;
};

}  // namespace lodestone
