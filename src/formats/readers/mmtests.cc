// SPDX-License-Identifier: GPL-2.0-or-later
// mmtests' comparison tables: "Hmean  tput-1  123.45 (   0.00%)  130.00 *   5.31%*", two lines of
// names above. A positive percentage is a gain whatever the metric; the names of the means say
// which way is better.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "formats/cursor.h"
#include "formats/numeral.h"
#include "formats/reader.h"

namespace lodestone::reader_mmtests {
namespace {

struct Operation {
  std::string_view name;
  Better better;
};
constexpr Operation operations[] = {
    {"Hmean", Better::higher},      {"Amean", Better::lower},       {"Gmean", Better::neutral},
    {"Min", Better::neutral},       {"Max", Better::neutral},       {"Stddev", Better::neutral},
    {"CoeffVar", Better::neutral},  {"Mean", Better::neutral},      {"Tmean", Better::neutral},
    {"Median", Better::neutral},    {"1st-qrtle", Better::neutral}, {"2nd-qrtle", Better::neutral},
    {"3rd-qrtle", Better::neutral}, {"Max-90", Better::neutral},    {"Max-93", Better::neutral},
    {"Max-95", Better::neutral},    {"Max-99", Better::neutral}};

class MmtestsReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 1000) return false;
    if (row(text, collector)) {
      headings_.clear();
      return true;
    }
    if (text.find('(') == std::string_view::npos) {
      headings_.emplace_back(text.substr(0, 400));
      if (headings_.size() > 2) headings_.erase(headings_.begin());
      if (!tables_.empty() && line.number > last_ + 1) tables_.clear();
    }
    return false;
  }

 private:
  bool row(std::string_view text, Collector& collector) {
    Cursor cursor(text);
    const std::string_view operation = cursor.word();
    const Operation* known = nullptr;
    for (const Operation& one : operations)
      if (operation == one.name ||
          (operation.starts_with("B") && operation.substr(1).starts_with(one.name) &&
           operation.find('-') != std::string_view::npos))
        known = &one;
    if (!known) return false;
    cursor.take_word();
    std::string title(operation);
    if (cursor.number_text().empty() || cursor.number_text().size() != cursor.word().size() ||
        cursor.word().find('.') == std::string_view::npos)
      title += ' ' + std::string(cursor.take_word());
    std::vector<double> values;
    std::vector<double> changes;
    while (!cursor.done()) {
      auto value = cursor.take_number(NumberStyle::point);
      if (!value || (!cursor.take("(") && !cursor.take("*"))) return false;
      auto change = cursor.take_number(NumberStyle::point);
      if (!change || !cursor.take("%") || (!cursor.take(")") && !cursor.take("*"))) return false;
      values.push_back(value->value);
      changes.push_back(change->value);
    }
    if (values.size() < 2) return false;
    if (tables_.size() != values.size()) open(values.size(), collector);
    for (size_t k = 0; k < values.size(); ++k) {
      ReadingRow& out = collector.add(tables_[k], title, {}, values[k]);
      out.metric.better = known->better;
      if (known->name == "Amean" || known->name == "Hmean")
        out.metric.kind = known->better == Better::higher ? Kind::rate : Kind::time;
    }
    last_ = collector.line;
    return true;
  }

  void open(size_t count, Collector& collector) {
    // Both lines of a heading name the columns together: version above, name below.
    std::vector<std::string> labels(count);
    for (const std::string& heading : headings_) {
      auto fields = words(heading);
      if (fields.size() == count + 1) fields.erase(fields.begin());
      if (fields.size() != count) continue;
      for (size_t k = 0; k < count; ++k)
        labels[k] += (labels[k].empty() ? "" : "-") + std::string(fields[k]);
    }
    tables_.clear();
    for (size_t k = 0; k < count; ++k) {
      tables_.push_back(collector.open("mmtests", labels[k]));
      if (k) collector.pair(tables_[0], tables_[k], "columns of one table, the first is the base");
    }
  }

  std::vector<std::string> headings_;
  std::vector<size_t> tables_;
  uint64_t last_ = 0;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<MmtestsReader>();
}

}  // namespace

extern const Format reader_mmtests{"mmtests", "mmtests' comparison tables", make};

}  // namespace lodestone::reader_mmtests
