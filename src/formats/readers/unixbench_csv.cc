// SPDX-License-Identifier: GPL-2.0-or-later
// UnixBench's own CSV (UB_OUTPUT_CSV): "Concurrency," and the titles, then a row for each number of
// copies, scores without units. Also as a spreadsheet writes it again: semicolons, decimal commas.
#include <algorithm>

#include "base/text.h"
#include "formats/csv_fields.h"
#include "formats/numeral.h"
#include "formats/reader.h"

namespace lodestone::reader_unixbench_csv {
namespace {

class UnixbenchCsvReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = line.text;
    if (text.empty() || text.size() > 20000) return false;
    if (const size_t at = text.starts_with("\"Concurrency\"") ? 13
                          : text.starts_with("Concurrency")   ? 11
                                                              : 0;
        at && at < text.size() && (text[at] == ',' || text[at] == ';' || text[at] == '\t')) {
      separator_ = text[at];
      titles_ = csv_fields(text, separator_);
      return true;
    }
    if (titles_.empty()) return false;
    const auto fields = csv_fields(text, separator_);
    const auto copies = parse_integer(trim(fields[0]));
    if (fields.size() > titles_.size() || fields.size() < 2 || !copies || *copies < 1 ||
        *copies > 1000000) {
      titles_.clear();
      return false;
    }
    // With commas between the fields, the decimals stand behind a point.
    const NumberStyle style = separator_ == ',' ? NumberStyle::point : style_of_row(fields);
    const size_t table = collector.open("unixbench-csv");
    collector.table(table).copies = static_cast<int>(*copies);
    for (size_t i = 1; i < fields.size(); ++i)
      if (const auto value = parse_numeral(fields[i], style); value && !value->ambiguous)
        collector.add(table, trim(titles_[i]), {}, value->value);
    return true;
  }

 private:
  static NumberStyle style_of_row(const std::vector<std::string>& fields) {
    const std::vector<std::string_view> numbers(fields.begin() + 1, fields.end());
    return style_of(numbers);
  }

  std::vector<std::string> titles_;
  char separator_ = ',';
};

std::unique_ptr<Reader> make() {
  return std::make_unique<UnixbenchCsvReader>();
}

}  // namespace

extern const Format reader_unixbench_csv{"unixbench-csv", "UnixBench's CSV", make};

}  // namespace lodestone::reader_unixbench_csv
