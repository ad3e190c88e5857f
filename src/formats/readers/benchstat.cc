// SPDX-License-Identifier: GPL-2.0-or-later
// benchstat's comparison of Go benchmarks: "Pipe-8   4.192µ ± 1%   3.981µ ± 2%  -5.03% (p=0.000
// n=10)", and its first version, "name  old time/op  new time/op  delta". Values are brought to the
// unit without prefix, since the two sides may carry different ones. What stands behind "±" is half
// of an interval of the median (first version: the largest deviation), not a standard deviation.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "formats/columns.h"
#include "formats/cursor.h"
#include "formats/numeral.h"
#include "formats/reader.h"

namespace lodestone::reader_benchstat {
namespace {

struct Prefix {
  std::string_view text;
  const char* exponent;
};
constexpr std::array<Prefix, 7> prefixes{{{"n", "e-9"},
                                          {"µ", "e-6"},
                                          {"m", "e-3"},
                                          {"k", "e3"},
                                          {"M", "e6"},
                                          {"G", "e9"},
                                          {"T", "e12"}}};

class BenchstatReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 500) return false;
    if (text.starts_with("|") || text.ends_with("|")) return heading(text, line.number);
    if (text.starts_with("name ") && text.ends_with(" delta")) return old_heading(text);
    if (unit_.empty()) return false;
    if (row(text, collector)) return true;
    tables_[0].reset();
    unit_.clear();
    return false;
  }

  void finish(Collector& collector) override {
    if (spreads_)
      collector.find("F231 spread-of-another-kind",
                     "what benchstat prints behind \"±\" is no standard deviation; it is left out",
                     "it is half of an interval of the median, or the largest deviation",
                     "read the Go benchmark text itself: it holds every run");
  }

 private:
  // "|  old.txt  |  new.txt  |" names the sides, "|  sec/op  |  sec/op  vs base  |" the unit.
  bool heading(std::string_view text, uint64_t number) {
    std::vector<std::string_view> cells;
    for (std::string_view cell : bar_cells(text))
      if (!cell.empty()) cells.push_back(cell);
    if (cells.size() != 2) return false;
    const std::string_view unit = cells[0];
    if (cells[1].starts_with(unit) && cells[1].ends_with("vs base")) {
      if (names_line_ + 1 != number) return false;
      unit_ = std::string(unit);
      tables_[0].reset();
      return true;
    }
    names_ = {std::string(cells[0]), std::string(cells[1])};
    names_line_ = number;
    return false;
  }

  // "name     old time/op    new time/op    delta"
  bool old_heading(std::string_view text) {
    const auto pieces = words(text);
    if (pieces.size() != 6 || pieces[1] != "old" || pieces[3] != "new" || pieces[2] != pieces[4])
      return false;
    names_ = {"old", "new"};
    unit_ = std::string(pieces[2]);
    tables_[0].reset();
    return true;
  }

  // "4.192µ", "4.19µs", "12.3MB/s": in the unit without prefix.
  static std::optional<double> scaled(std::string_view word) {
    Cursor cursor(word);
    const std::string figure(cursor.number_text());
    if (figure.empty()) return std::nullopt;
    const std::string_view rest = word.substr(figure.size());
    std::string exponent;
    for (const Prefix& prefix : prefixes)
      if (rest.starts_with(prefix.text)) {
        exponent = prefix.exponent;
        if (rest.substr(prefix.text.size()).starts_with("i")) return std::nullopt;  // "Ki"
      }
    if (rest.starts_with("Ki")) return std::nullopt;
    return parse_double(figure + exponent);
  }

  // One side: its value, and the mark behind it.
  bool side(Cursor& cursor, std::optional<double>& value) {
    value = scaled(cursor.take_word());
    if (!value) return false;
    if (cursor.take("±")) {
      const std::string_view spread = cursor.take_word();
      if (!spread.ends_with('%') && spread != "∞" && !spread.starts_with("∞")) return false;
      ++spreads_;
      if (cursor.word() == "¹" || cursor.word() == "²") cursor.take_word();
    }
    return true;
  }

  bool row(std::string_view text, Collector& collector) {
    Cursor cursor(text);
    const std::string name(cursor.take_word());
    std::optional<double> values[2];
    if (name.empty() || !side(cursor, values[0]) || !side(cursor, values[1])) return false;
    std::optional<Numeral> change;
    if (!cursor.take("~")) {
      if (!cursor.done()) change = parse_percent(cursor.take_word(), NumberStyle::point);
    }
    std::optional<long long> counts[2];
    if (const size_t at = text.find(" n="); at != std::string_view::npos) {
      Cursor tail(text.substr(at + 3));
      if (const auto n = tail.take_number(NumberStyle::point))
        counts[0] = counts[1] = static_cast<long long>(std::min(n->value, 1e9));
      if (tail.take("+"))
        if (const auto n = tail.take_number(NumberStyle::point))
          counts[1] = static_cast<long long>(std::min(n->value, 1e9));
    }
    if (!tables_[0]) {
      for (size_t k = 0; k < 2; ++k) tables_[k] = collector.open("benchstat", names_[k]);
      collector.pair(*tables_[0], *tables_[1], "columns of one table; the first is the base");
    }
    static constexpr Prefix plain[] = {
        {"time/op", "s/op"}, {"sec/op", "s/op"}, {"alloc/op", "B/op"}, {"speed", "B/s"}};
    std::string unit = unit_;
    for (const Prefix& known : plain)
      if (unit_ == known.text) unit = known.exponent;
    for (size_t k = 0; k < 2; ++k) {
      ReadingRow& out = collector.add(*tables_[k], name + ' ' + unit, unit, values[k]);
      out.n = counts[k];
      if (k && change) out.printed_change_percent = change->value;
      out.metric.better = unit == "B/s" ? Better::higher
                          : unit == "s/op" || unit == "B/op" || unit == "allocs/op"
                              ? Better::lower
                              : Better::neutral;
      if (unit == "s/op") out.metric.kind = Kind::time;
    }
    return true;
  }

  std::array<std::string, 2> names_;
  std::array<std::optional<size_t>, 2> tables_;
  std::string unit_;
  uint64_t names_line_ = 0;
  size_t spreads_ = 0;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<BenchstatReader>();
}

}  // namespace

extern const Format reader_benchstat{"benchstat", "benchstat's comparison of Go benchmarks", make};

}  // namespace lodestone::reader_benchstat
