// SPDX-License-Identifier: GPL-2.0-or-later
// lmbench's raw results: "Simple syscall: 0.0342 microseconds" lines, and curves of size and value
// below a line that begins with a quotation mark. A curve is a table of its own, its rows are
// titled by the size.
#include "base/text.h"
#include "formats/cursor.h"
#include "formats/known_titles.h"
#include "formats/numeral.h"
#include "formats/reader.h"

namespace lodestone::reader_lmbench_raw {
namespace {

class LmbenchRawReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty()) return false;
    if (text.size() > 200) return false;
    if (text.starts_with("[lmbench") || (header_ && text.starts_with("[") && text.ends_with("]")))
      return header(text, collector);
    // "\"Mmap read bandwidth": a title, closed by a quotation mark or not.
    if (text.front() == '"' && text.size() > 2 && text.find('"', 1) >= text.size() - 1 &&
        text.find(':') == std::string_view::npos) {
      curve_ =
          std::string(trim(text.substr(1, text.back() == '"' ? text.size() - 2 : text.size() - 1)));
      table_.reset();
      return header_ || collector.tables() > 0 ||
             (curve_.size() > 2 && curve_.find_first_of("{}") == std::string::npos &&
              (heading_line_ = line.number) > 0);
    }
    if (!curve_.empty() && point(text, collector)) return true;
    curve_.clear();
    return result(text, collector);
  }

 private:
  bool header(std::string_view text, Collector&) {
    if (text.starts_with("[lmbench")) {
      header_ = true;
      results_.reset();
    }
    return true;
  }

  // "0.524288 7.342"
  bool point(std::string_view text, Collector& collector) {
    const auto fields = words(text);
    if (fields.size() != 2) return false;
    auto size = parse_number(fields[0], NumberStyle::point),
         value = parse_number(fields[1], NumberStyle::point);
    if (!size || !value || *size < 0) return false;
    if (!table_) {
      table_ = collector.open("lmbench", curve_);
      collector.table(*table_).copies.reset();
      collector.origin(*table_).comparable = false;
    }
    collector.add(*table_, fields[0], {}, value);
    return true;
  }

  // "Pipe latency: 5.3 microseconds", "AF_UNIX sock stream bandwidth: 8000.11 MB/sec"
  bool result(std::string_view text, Collector& collector) {
    const size_t colon = text.find(": ");
    if (colon == std::string_view::npos || colon < 4 || colon > 60) return false;
    Cursor cursor(text.substr(colon + 2));
    auto value = cursor.take_number(NumberStyle::point);
    if (!value) return false;
    const std::string_view unit = cursor.rest();
    if (unit != "microseconds" && unit != "nanoseconds" && unit != "MB/sec" &&
        unit != "milliseconds" && unit != "KB/sec")
      return false;
    std::string title(text.substr(0, colon)), none;
    const bool known = known_title(title, none) == "lmbench";
    if (!known && !header_ && !results_) return false;
    if (!results_) {
      results_ = collector.open("lmbench");
      collector.table(*results_).copies.reset();
    }
    collector.add(*results_, text.substr(0, colon), unit, value->value);
    return true;
  }

  std::string curve_;
  std::optional<size_t> table_, results_;
  uint64_t heading_line_ = 0;
  bool header_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<LmbenchRawReader>();
}

}  // namespace

extern const Format reader_lmbench_raw{"lmbench-raw", "lmbench's raw results", make};

}  // namespace lodestone::reader_lmbench_raw
