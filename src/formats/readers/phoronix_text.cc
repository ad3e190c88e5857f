// SPDX-License-Identifier: GPL-2.0-or-later
// What phoronix-test-suite result-file-to-text prints, one block a test, one bar a system:
//
//     Sysbench 1.0.20
//     Test: CPU
//     Events Per Second > Higher Is Better
//     v6.1 ........ 26434.83 |==================
//     v6.1-patched  26422.34 |=================
#include <algorithm>
#include <map>

#include "base/text.h"
#include "formats/numeral.h"
#include "formats/reader.h"
#include "formats/role.h"

namespace lodestone::reader_phoronix_text {
namespace {

class PhoronixTextReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 300) {
      title_.clear();
      in_block_ = false;
      return false;
    }
    if (scale(text)) return true;
    if (in_block_) {
      if (bar(text, collector)) return true;
      in_block_ = false;
    }
    if (title_.size() < 4) title_.emplace_back(text);
    return false;
  }

 private:
  // "MB/s > Higher Is Better"
  bool scale(std::string_view text) {
    constexpr std::string_view endings[] = {"> Higher Is Better", "< Lower Is Better"};
    const bool higher = text.ends_with(endings[0]);
    if ((!higher && !text.ends_with(endings[1])) || title_.empty()) return false;
    better_ = higher ? Better::higher : Better::lower;
    unit_ = std::string(trim(text.substr(0, text.size() - endings[higher ? 0 : 1].size())));
    name_ = join(title_, ": ");
    in_block_ = true;
    return true;
  }

  // "v6.1 ..... 26434.83 |====": the bar may be missing, the dots are at least one.
  bool bar(std::string_view text, Collector& collector) {
    text = trim(text.substr(0, text.find('|')));
    const size_t blank = text.find_last_of(" \t");
    if (blank == std::string_view::npos) return false;
    const auto value = parse_number(text.substr(blank + 1), NumberStyle::point);
    std::string_view label = trim(text.substr(0, blank));
    const size_t end = label.find_last_not_of('.');
    if (!value || end == std::string_view::npos) return false;
    const bool dotted = end + 1 < label.size();
    label = trim(label.substr(0, end + 1));
    if (!dotted || label.empty()) return false;
    auto found = tables_.find(std::string(label));
    if (found == tables_.end()) {
      const size_t table = collector.open("phoronix-text", std::string(label));
      found = tables_.emplace(label, table).first;
      if (tables_.size() > 1) {
        if (role_of(std::string(label)) == Role::base)
          collector.pair(table, first_, "systems of one result file");
        else
          collector.pair(first_, table, "systems of one result file");
      } else {
        first_ = table;
      }
    }
    ReadingRow& row = collector.add(found->second, name_, unit_, *value);
    row.metric.better = better_;
    const std::string unit = to_lower(unit_);
    const bool time = unit == "seconds" || unit == "ms" || unit == "microseconds" ||
                      unit == "milliseconds" || unit == "nanoseconds" || unit == "us";
    row.metric.kind = time ? Kind::time : better_ == Better::higher ? Kind::rate : Kind::count;
    return true;
  }

  std::vector<std::string> title_;  // the lines since the last blank one
  std::string name_, unit_;
  Better better_ = Better::neutral;
  std::map<std::string, size_t> tables_;
  size_t first_ = 0;
  bool in_block_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<PhoronixTextReader>();
}

}  // namespace

extern const Format reader_phoronix_text{
    "phoronix-text", "the text of a Phoronix result file, with a bar for every system", make};

}  // namespace lodestone::reader_phoronix_text
