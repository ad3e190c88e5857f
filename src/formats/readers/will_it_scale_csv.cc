// SPDX-License-Identifier: GPL-2.0-or-later
// will-it-scale's CSV: one row a number of tasks, rows titled TASKS.COLUMN. -1 means that no result
// was printed; the row of 0 tasks is a constant. Error lines of failing children may stand between
// the rows.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "formats/numeral.h"
#include "formats/reader.h"

namespace lodestone::reader_will_it_scale_csv {
namespace {

class WillItScaleReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 300) return false;
    if (text.starts_with("tasks,") && text.find("processes") != std::string_view::npos) {
      close(collector);
      columns_.clear();
      for (std::string_view column : split(text, ',')) columns_.emplace_back(trim(column));
      label_ = collector.surroundings.label();
      command_ = collector.surroundings.command();
      begun_ = true;
      last_ = line.number;
      rows_ = 0;
      return true;
    }
    if (!begun_ || line.number > last_ + 60) return false;
    flush(true, collector);
    if (text[0] < '0' || text[0] > '9' || text.find(',') == std::string_view::npos) return false;
    const auto fields = split(text, ',');
    if (fields.size() > columns_.size()) return false;
    for (std::string_view field : fields)
      if (!field.empty() && !parse_number(field, NumberStyle::point)) return false;
    last_ = line.number;
    // The last row of a text may be cut: it is taken when the next line comes, or as far as commas
    // go.
    held_ = std::string(text);
    return true;
  }

  void finish(Collector& collector) override {
    flush(false, collector);
    close(collector);
  }

 private:
  void open(Collector& collector) {
    std::string test;
    if (const size_t at = command_.find("runtest.py "); at != std::string::npos)
      test = std::string(words(std::string_view(command_).substr(at + 11)).empty()
                             ? ""
                             : words(std::string_view(command_).substr(at + 11))[0]);
    table_ = collector.open("will-it-scale-csv", label_.empty() ? test : label_);
    collector.table(*table_).copies.reset();
    if (!test.empty()) collector.table(*table_).context.set("test", test);
  }

  void flush(bool more, Collector& collector) {
    if (held_.empty()) return;
    const std::string text = std::exchange(held_, {});
    auto fields = split(text, ',');
    const bool whole = fields.size() == columns_.size() && !fields.back().empty();
    if (!whole) {
      // Behind a comma nothing is missing; without one the last figure may go on.
      if (!fields.back().empty() && !more) fields.pop_back();
      collector.find("F205 row-cut",
                     fmt::format("the row of {} tasks is cut off; {} of {} values are there",
                                 fields.empty() ? "?" : fields[0],
                                 std::max<size_t>(fields.size(), 1) - 1 -
                                     (fields.size() > 1 && fields.back().empty()),
                                 columns_.size() - 1));
    }
    if (fields.size() < 2) return;
    const std::string tasks(trim(fields[0]));
    if (!parse_integer(tasks)) return;
    if (!table_) open(collector);
    for (size_t i = 1; i < fields.size(); ++i) {
      const std::string_view field = trim(fields[i]);
      if (field.empty()) continue;
      auto value = parse_number(field, NumberStyle::point);
      if (value && *value == -1) {
        value.reset();
        ++missing_;
      }
      collector.add(*table_, tasks + "." + columns_[i], {}, value);
    }
    ++rows_;
  }

  void close(Collector& collector) {
    flush(true, collector);
    if (missing_)
      collector.find("F226 no-result",
                     fmt::format("{} values are -1: the program printed no result there", missing_),
                     "it aborted or was killed", "look at the error lines");
    missing_ = 0;
    table_.reset();
    begun_ = false;
  }

  std::vector<std::string> columns_;
  std::optional<size_t> table_;
  std::string label_, command_, held_;
  uint64_t last_ = 0;
  size_t rows_ = 0, missing_ = 0;
  bool begun_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<WillItScaleReader>();
}

}  // namespace

extern const Format reader_will_it_scale_csv{"will-it-scale-csv", "will-it-scale's CSV", make};

}  // namespace lodestone::reader_will_it_scale_csv
