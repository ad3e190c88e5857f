// SPDX-License-Identifier: GPL-2.0-or-later
// UnixBench's text report, versions 3 to 6: result lines, index table, score; whole, quoted,
// squeezed, wrapped, flattened into one line, or only a part of it. Layout: UnixBench's own Run
// script. Side-by-side columns are read elsewhere.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <utility>

#include "base/text.h"
#include "formats/cursor.h"
#include "formats/reader.h"
#include "formats/unixbench_titles.h"

namespace lodestone::reader_unixbench {
namespace {

enum class Outcome { no, partial, done };

// What stands behind a title.
struct Fields {
  std::optional<double> value, baseline, index;
  std::string unit;
  std::optional<long long> n;
  bool is_result = false;  // a result line, not a row of the index table
  bool is_score = false;
};

bool is_unit(std::string_view word) {
  for (std::string_view unit : {"lps", "lpm", "lps,", "MWIPS", "KBps", "KB/s", "fps", "score",
                                "Kbps", "kbps", "ops", "lpms"})
    if (word == unit) return true;
  return false;
}

bool is_dashes(std::string_view word) {
  return word.size() >= 2 && word.find_first_not_of('-') == std::string_view::npos;
}

// The word up to an opening bracket: "KBps(30.0" has "KBps".
std::string_view unit_word(const Cursor& cursor) {
  const std::string_view word = cursor.word();
  return word.substr(0, word.find('('));
}

// "(10.0 s, 7 samples)" in all its spellings; partial if it goes on in the next line.
Outcome parse_samples(Cursor& cursor, Fields& fields) {
  if (!cursor.take("(")) return Outcome::done;
  if (!cursor.take_number()) return cursor.done() ? Outcome::partial : Outcome::no;
  if (cursor.done()) return Outcome::partial;
  if (!cursor.take("seconds") && !cursor.take("secs") && !cursor.take("sec") && !cursor.take("s"))
    return Outcome::no;
  if (!cursor.take(","))
    return cursor.take(")") ? Outcome::done : cursor.done() ? Outcome::partial : Outcome::no;
  const auto count = cursor.take_number();
  if (!count) return cursor.done() ? Outcome::partial : Outcome::no;
  if (cursor.done()) return Outcome::partial;
  if (!cursor.take("samples)") && !cursor.take("sample)")) {
    // The text ends inside the word: the value stands, its count does not.
    return std::string_view("samples)").starts_with(cursor.rest()) ? Outcome::partial : Outcome::no;
  }
  if (count->decimals || count->value < 0 || count->value > 1e9) return Outcome::no;
  fields.n = static_cast<long long>(count->value);
  return Outcome::done;
}

// The figures after the title of a test. `more`: further lines may follow, so that a row may go on
// there.
Outcome parse_test(std::string_view text, bool more, std::string_view title, Fields& fields) {
  Cursor cursor(text);
  if (cursor.done()) return more ? Outcome::partial : Outcome::no;
  std::optional<Numeral> numbers[3];
  int count = 0;
  while (count < 3 && !cursor.done()) {
    if (is_dashes(cursor.word())) {
      cursor.take_word();
      ++count;
      continue;
    }
    auto number = cursor.take_number();
    if (!number) break;
    numbers[count++] = number;
    if (count == 1 && !cursor.done() && is_unit(unit_word(cursor))) {
      fields.unit = std::string(unit_word(cursor));
      cursor.take(fields.unit.size());
      fields.value = number->value;
      fields.is_result = true;
      if (cursor.done() && more) return Outcome::partial;  // the samples may stand in the next line
      const Outcome outcome = parse_samples(cursor, fields);
      if (outcome == Outcome::partial) return more ? Outcome::partial : Outcome::done;
      return outcome == Outcome::done && cursor.done() ? Outcome::done : Outcome::no;
    }
  }
  if (!cursor.done()) return Outcome::no;
  if (count == 3) {
    if (numbers[0]) fields.baseline = numbers[0]->value;
    if (numbers[1]) fields.value = numbers[1]->value;
    if (numbers[2]) fields.index = numbers[2]->value;
    return fields.value ? Outcome::done : Outcome::no;
  }
  if (count == 0) return Outcome::no;
  if (more) return Outcome::partial;
  // Two figures at the end of the text: believed only if the first is the baseline of that test and
  // the second complete.
  if (count == 2 && numbers[0] && numbers[1] && numbers[0]->value == unixbench_baseline(title) &&
      numbers[1]->decimals > 0) {
    fields.baseline = numbers[0]->value;
    fields.value = numbers[1]->value;
    return Outcome::done;
  }
  return Outcome::no;
}

Outcome parse_score(std::string_view text, bool more, Fields& fields) {
  size_t skip = text.find_first_not_of(".: \t=");
  if (skip == std::string_view::npos) return more ? Outcome::partial : Outcome::no;
  Cursor cursor(text.substr(skip));
  auto number = cursor.take_number();
  if (!number || !cursor.done()) return Outcome::no;
  fields.value = number->value;
  fields.is_score = true;
  return Outcome::done;
}

class UnixbenchReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    if (line.text.empty()) {
      flush(collector);
      return false;
    }
    if (!carried_.empty() && goes_on(line)) {
      const std::string held = carried_;
      carried_.clear();
      if (text(held + ' ' + std::string(trim(line.text)), true, collector)) return true;
      carried_ = held;
    }
    flush(collector);
    if (line.text.find('|') != std::string_view::npos) return false;  // columns
    return text(line.text, true, collector);
  }

  void finish(Collector& collector) override {
    flush(collector);
    close(collector);
  }

 private:
  // The rest of a wrapped row: figures, or the end of "(60.0 s, 1 samples)".
  static bool goes_on(const Line& line) {
    const std::string_view text = trim(line.text);
    for (std::string_view start : {"sample", "secs", "sec,", "s,", "INDEX", "RESULT", "("})
      if (text.starts_with(start)) return true;
    Cursor cursor(text);
    return cursor.take_number().has_value() || is_unit(unit_word(cursor));
  }

  void flush(Collector& collector) {
    if (carried_.empty()) return;
    const std::string held = std::exchange(carried_, {});
    if (!text(held, false, collector) && table_) {
      collector.origin(*table_).complete = false;
      cut_titles_.push_back(held.substr(0, 60));
    }
  }

  bool text(std::string_view text, bool more, Collector& collector) {
    if (header(text, collector)) return true;
    const auto anchors = find_unixbench_anchors(text);
    if (anchors.empty()) return unknown_row(text, collector) || legacy_score(text, collector);
    // Something before the first title: a heading in the same line, as in flattened reports.
    const std::string_view before = trim(text.substr(0, anchors[0].at));
    const bool flattened = anchors.size() > 1;
    if (!before.empty() && !flattened && anchors[0].kind != Anchor::index_heading) return false;
    if (!before.empty() && flattened) {
      if (!has_row(text, anchors)) return false;
      collector.surroundings.heading(before, collector.line);
    }
    bool any = false;
    for (size_t i = 0; i < anchors.size(); ++i) {
      const size_t end = i + 1 < anchors.size() ? anchors[i + 1].at : text.size();
      const std::string_view tail = trim(
          text.substr(anchors[i].at + anchors[i].length, end - anchors[i].at - anchors[i].length));
      const bool last = i + 1 == anchors.size();
      any |= segment(text, anchors[i], last ? tail : row_part(tail), last && more, flattened,
                     collector);
    }
    return any;
  }

  // In flattened text other words may follow a row: "... 3143.3 ======== System" keeps only the
  // figures.
  static std::string_view row_part(std::string_view tail) {
    size_t end = tail.find("===");
    if (end == std::string_view::npos) end = tail.size();
    if (const size_t dashes = tail.find("-----"); dashes < end) end = dashes;
    return trim(tail.substr(0, end));
  }

  static bool has_row(std::string_view text, const std::vector<FoundAnchor>& anchors) {
    for (size_t i = 0; i < anchors.size(); ++i) {
      const size_t end = i + 1 < anchors.size() ? anchors[i + 1].at : text.size();
      const size_t from = anchors[i].at + anchors[i].length;
      Fields fields;
      const std::string_view tail = row_part(trim(text.substr(from, end - from)));
      if (anchors[i].kind == Anchor::test &&
          parse_test(tail, false, text.substr(anchors[i].at, anchors[i].length), fields) ==
              Outcome::done)
        return true;
      if (anchors[i].kind == Anchor::index_heading && tail.starts_with("BASELINE")) return true;
    }
    return false;
  }

  bool segment(std::string_view text, const FoundAnchor& anchor, std::string_view tail, bool more,
               bool flattened, Collector& collector) {
    const std::string title = squeeze(text.substr(anchor.at, anchor.length));
    Fields fields;
    if (anchor.kind == Anchor::index_heading) {
      if (!tail.empty() && !tail.starts_with("BASELINE") && !tail.starts_with("TEST")) return false;
      if (scored_ || index_rows_ > 0) close(collector);
      in_index_ = true;
      held_label_ = collector.surroundings.label();
      return true;
    }
    Outcome outcome =
        anchor.kind == Anchor::score
            ? parse_score(first_figures(tail, flattened, 1), more, fields)
            : parse_test(flattened ? first_figures(tail, true, 3) : tail, more, title, fields);
    if (outcome == Outcome::partial) {
      // Bare figures may be columns of another kind of table, unless an index table is open.
      const bool unit = tail.find_first_of("lMKkf(") != std::string_view::npos;
      const bool one = words(tail).size() <= 1 && (table_ || header_line_ > 0);
      if (!more || (!in_index_ && !unit && !one)) return false;
      carried_ = std::string(text.substr(anchor.at));
      held_label_ = collector.surroundings.label();
      return true;
    }
    if (outcome == Outcome::no && table_ && !flattened && anchor.kind == Anchor::test &&
        text.substr(anchor.at + anchor.length).starts_with("   ") &&
        tail.find_first_of("0123456789") != std::string_view::npos &&
        tail.find('(') != std::string_view::npos)
      collector.find(
          "F213 cell-unread",
          fmt::format("row {}: \"{}\" is not understood and left out", title, tail.substr(0, 60)));
    if (outcome == Outcome::no) return false;
    if (anchor.kind == Anchor::score && !table_) return false;  // a score quoted in prose
    put(title, fields, collector);
    return true;
  }

  // In flattened text prose may follow the last figure.
  static std::string_view first_figures(std::string_view tail, bool flattened, int most) {
    if (!flattened) return tail;
    const size_t start = tail.find_first_not_of(".: \t=");
    if (start == std::string_view::npos) return tail;
    Cursor cursor(tail.substr(start));
    int count = 0;
    const char* end = cursor.rest().data();
    while (count < most && !cursor.done()) {
      const std::string_view word = cursor.word();
      if (is_dashes(word)) {
        end = word.data() + word.size();
        cursor.take_word();
      } else {
        const std::string_view number = cursor.number_text();
        if (number.empty()) break;
        end = number.data() + number.size();
        cursor.take(number.size());
      }
      ++count;
    }
    if (count < most) return tail;
    return tail.substr(0, end - tail.data());
  }

  void put(const std::string& title, const Fields& fields, Collector& collector) {
    const auto known = rows_.find(title);
    bool split = !table_ || (fields.is_result && (scored_ || index_rows_ > 0 ||
                                                  (known != rows_.end() && !fields.is_score)));
    if (table_ && !fields.is_result && !fields.is_score) {
      if (scored_) split = true;
      if (known != rows_.end()) {
        const ReadingRow& row = collector.table(*table_).rows[known->second];
        // An index table repeats the values of the result lines above it; otherwise it belongs to
        // another run.
        if (row.index || row.baseline || row.value != fields.value) split = true;
      }
    }
    if (fields.is_score && scored_) return;
    if (split) {
      const bool index = in_index_;
      if (table_) close(collector);
      in_index_ = index || (!fields.is_result && !fields.is_score);
      open(collector);
    }
    ReadingTable& table = collector.table(*table_);
    const auto place = rows_.find(title);
    if (place != rows_.end() && !fields.is_score) {
      ReadingRow& row = table.rows[place->second];
      row.baseline = fields.baseline;
      row.index = fields.index;
    } else {
      ReadingRow& row = collector.add(*table_, title, fields.unit, fields.value);
      row.n = fields.n;
      row.baseline = fields.baseline;
      row.index = fields.index;
      rows_[title] = table.rows.size() - 1;
    }
    if (fields.is_score)
      scored_ = true;
    else if (!fields.is_result)
      ++index_rows_;
  }

  void open(Collector& collector) {
    // The heading was seen before the first complete row, when the lines above were still known.
    if (!label_) label_ = held_label_;
    table_ = label_ ? collector.open("unixbench", *label_) : collector.open("unixbench");
    held_label_.reset();
    ReadingTable& table = collector.table(*table_);
    if (copies_) table.copies = copies_;
    for (const auto& [name, value] : facts_) table.context.set(name, value);
  }

  void close(Collector& collector) {
    for (const std::string& title : cut_titles_)
      collector.find(
          "F205 row-cut",
          fmt::format("the text ends inside \"{}\"; that value is left out", trim(title)),
          "a number that is cut off is not known");
    cut_titles_.clear();
    table_.reset();
    rows_.clear();
    index_rows_ = 0;
    scored_ = in_index_ = false;
    label_.reset();
  }

  // Lines above the results: program, machine, run.
  bool header(std::string_view raw, Collector& collector) {
    const std::string_view text = trim(raw);
    if (text.size() > 400) return false;
    if (const size_t at = text.find("BYTE UNIX Benchmarks (Version "); at < 4) {
      close(collector);
      facts_.clear();
      copies_.reset();
      label_ = collector.surroundings.label();
      const std::string_view version = text.substr(at + 30);
      facts_["unixbench"] = std::string(version.substr(0, version.find(')')));
      header_line_ = collector.line;
      return true;
    }
    if (text.starts_with("Benchmark Run: ") || text.starts_with("Benchmark run: ") ||
        text.starts_with("Start Benchmark Run:")) {
      if (table_) close(collector);
      if (!label_) label_ = collector.surroundings.label();
      copies_.reset();
      header_line_ = collector.line;
      return true;
    }
    if (running(text, collector)) return true;
    const bool near = header_line_ && collector.line < header_line_ + 5000 && !table_;
    if (!near) return false;
    if (text.starts_with("OS: ")) {
      const auto pieces = split(text.substr(4), ' ');
      for (size_t i = 0; i + 1 < pieces.size(); ++i)
        if (pieces[i] == "--") {
          facts_["kernel"] = std::string(pieces[i + 1]);
          break;
        }
      return true;
    }
    if (text.starts_with("System -- ")) {  // 4.1: "System -- Linux HOST RELEASE VERSION ..."
      const auto pieces = words(text);
      if (pieces.size() > 4) facts_["kernel"] = std::string(pieces[4]);
      return true;
    }
    if (text.starts_with("CPU ") && text.find("bogomips)") != std::string_view::npos) {
      const size_t colon = text.find(": "), open = text.rfind('(');
      if (colon != std::string_view::npos && open != std::string_view::npos && open > colon)
        facts_["cpu_model"] = std::string(trim(text.substr(colon + 2, open - colon - 2)));
      return true;
    }
    return text.starts_with("System: ") || text.starts_with("Machine: ") ||
           text.starts_with("Language: ");
  }

  // "4 CPUs in system; running 2 parallel copies of tests"
  bool running(std::string_view text, Collector& collector) {
    const size_t at = text.find(" in system; running ");
    if (at == std::string_view::npos || at > 30) return false;
    if (table_) close(collector);
    if (!label_) label_ = collector.surroundings.label();
    Cursor cursor(text);
    if (auto cpus = cursor.take_number(); cpus && cursor.take("CPU")) {
      facts_["cpus"] = shortest(cpus->value);
      if (cpus->value == 0)
        collector.find("F206 impossible-value", "\"0 CPUs in system\" is impossible",
                       "UnixBench could not read the CPU count",
                       "do not compare this run with others by CPU count");
    } else {
      facts_.erase("cpus");
    }
    Cursor after(text.substr(at + 20));
    copies_.reset();
    if (auto copies = after.take_number(); copies && copies->value >= 1 && copies->value < 1e6)
      copies_ = static_cast<int>(copies->value);
    header_line_ = collector.line;
    return true;
  }

  // A row of a fork's own test inside an index table: believed when its index follows from its
  // figures.
  bool unknown_row(std::string_view raw, Collector& collector) {
    if (!in_index_ || scored_) return false;
    const std::string_view text = trim(raw);
    if (text.starts_with("TEST") && text.find("BASELINE") != std::string_view::npos) return true;
    if (text.find_first_not_of("= \t") == std::string_view::npos) return true;
    const size_t gap = text.find("  ");
    if (gap == std::string_view::npos || gap < 3 || text[0] < 'A') return false;
    Fields fields;
    const std::string title = squeeze(text.substr(0, gap));
    if (parse_test(text.substr(gap), false, title, fields) != Outcome::done || fields.is_result ||
        !fields.baseline || !fields.index)
      return false;
    const double expected = *fields.value / *fields.baseline * 10;
    if (!(std::fabs(expected - *fields.index) <= 0.051 + std::fabs(expected) * 0.0005))
      return false;
    put(title, fields, collector);
    return true;
  }

  // Version 3: "SUM of 6 items" and "AVERAGE".
  bool legacy_score(std::string_view raw, Collector& collector) {
    if (!in_index_ || !table_ || scored_) return false;
    const std::string_view text = trim(raw);
    if (text.starts_with("SUM of ")) return true;
    if (!text.starts_with("AVERAGE")) return false;
    Fields fields;
    if (parse_score(text.substr(7), false, fields) != Outcome::done) return false;
    put("AVERAGE", fields, collector);
    return true;
  }

  static std::string squeeze(std::string_view text) {
    std::string out;
    for (std::string_view word : words(text)) {
      if (!out.empty()) out += ' ';
      out += word;
    }
    return out;
  }

  std::optional<size_t> table_;
  std::map<std::string, size_t> rows_;
  std::map<std::string, std::string> facts_;
  std::optional<std::string> label_, held_label_;
  std::optional<int> copies_;
  std::string carried_;
  std::vector<std::string> cut_titles_;
  uint64_t header_line_ = 0;
  int index_rows_ = 0;
  bool in_index_ = false, scored_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<UnixbenchReader>();
}

}  // namespace

extern const Format reader_unixbench{"unixbench", "UnixBench text reports, versions 3 to 6", make};

}  // namespace lodestone::reader_unixbench
