// SPDX-License-Identifier: GPL-2.0-or-later
// TAP of kernel selftests: numbers with a unit in the diagnostics or descriptions ("# getppid:
// 123.4 ns", "ok 3 pipe 5 usec"). Anything without a unit of time or rate is left alone.
#include <algorithm>

#include "base/text.h"
#include "formats/cursor.h"
#include "formats/numeral.h"
#include "formats/reader.h"
#include "formats/role.h"

namespace lodestone::reader_tap {
namespace {

bool is_unit(std::string_view unit) {
  static constexpr std::string_view units[] = {
      "ns",    "us",    "ms",    "s",     "usec",    "nsec", "msec", "usecs", "nsecs",
      "msecs", "ns/op", "us/op", "ops/s", "ops/sec", "MB/s", "GB/s", "KB/s",  "cycles"};
  return std::find(std::begin(units), std::end(units), unit) != std::end(units);
}

class TapReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    std::string_view text = trim(line.text);
    if (text.starts_with("TAP version ")) {
      table_.reset();
      label_ = collector.surroundings.label();
      return active_ = true;
    }
    if (!active_ || text.empty() || text.size() > 300) return false;
    const bool failed = text.starts_with("not ok ");
    if (text.starts_with("ok ") || failed) {
      text = trim(text.substr(failed ? 7 : 3));
      while (!text.empty() && text.front() >= '0' && text.front() <= '9') text.remove_prefix(1);
      text = trim(text);
      if (text.starts_with("- ")) text.remove_prefix(2);
      if (failed) {
        ++failures_;
        return true;
      }
    } else if (text.starts_with("#")) {
      text = trim(text.substr(1));
      // "# After" in markdown: a diagnostic that names a side and nothing else is a heading.
      if (words(text).size() <= 4 && role_of(text) != Role::none) return active_ = false;
    } else {
      const size_t dots = text.find("..");
      return dots == 1 && text[0] == '1';  // the plan
    }
    number(text, collector);
    return true;
  }

  void finish(Collector& collector) override {
    if (failures_ && table_)
      collector.find("F229 failed-runs",
                     std::to_string(failures_) + " tests failed; their numbers are left out");
  }

 private:
  void number(std::string_view text, Collector& collector) {
    const auto fields = words(text);
    for (size_t i = 1; i < fields.size(); ++i) {
      std::string_view figure = fields[i],
                       unit = i + 1 < fields.size() ? fields[i + 1] : std::string_view();
      while (!unit.empty() && (unit.back() == ',' || unit.back() == '.' || unit.back() == ')'))
        unit.remove_suffix(1);
      auto value = parse_number(figure, NumberStyle::point);
      if (!value || !is_unit(unit)) continue;
      std::string title;
      for (size_t k = 0; k < i; ++k) title += (k ? " " : "") + std::string(fields[k]);
      while (!title.empty() && (title.back() == ':' || title.back() == '=' || title.back() == '(' ||
                                title.back() == ' ' || title.back() == '#'))
        title.pop_back();
      if (title.empty()) return;
      if (!table_) table_ = collector.open("tap", label_);
      collector.add(*table_, title, unit, value);
      return;
    }
  }

  std::optional<size_t> table_;
  std::string label_;
  size_t failures_ = 0;
  bool active_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<TapReader>();
}

}  // namespace

extern const Format reader_tap{"tap", "TAP of kernel selftests, where it holds numbers with units",
                               make};

}  // namespace lodestone::reader_tap
