// SPDX-License-Identifier: GPL-2.0-or-later
// The kernel test robot's comparison tables, from the mails of 2013 to those of today, and `lkp
// compare`: one reading table a column, the first is the base of every other one. A spread is the
// population standard deviation in percent.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/text.h"
#include "formats/lkp_row.h"
#include "formats/reader.h"

namespace lodestone::reader_lkp {
namespace {

bool is_dashes(std::string_view token) {
  return token.size() >= 9 && token.find_first_not_of('-') == std::string_view::npos;
}

bool is_subheading(const std::vector<std::string_view>& tokens) {
  for (std::string_view token : tokens) {
    bool known = false;
    for (std::string_view word : {"%stddev", "%change", "change", "stddev", "\\", "|", "fail:runs",
                                  "%reproduction", "/", "%stdev", "nr_runs", "run"})
      known = known || token == word;
    if (!known) return false;
  }
  return !tokens.empty();
}

// Names of metrics and test cases: no blanks, and something that words of prose lack.
bool is_name(std::string_view name) {
  if (name.size() < 3 || name.size() > 400) return false;
  if (name.front() == '.' || name.front() == '-' || name.back() == ',' || name.back() == '.')
    return false;
  return name.find_first_of("./:_") != std::string_view::npos &&
         name.find_first_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") !=
             std::string_view::npos &&
         !name.starts_with("http");
}

// One unit of the last digit printed.
double last_digit(const Numeral& number) {
  static constexpr double units[] = {1, 0.1, 0.01, 0.001, 0.0001};
  const auto decimals = static_cast<size_t>(number.decimals);
  return decimals < std::size(units) ? units[decimals] : std::pow(10.0, -number.decimals);
}

// The table that is being read.
struct Block {
  std::vector<std::string> labels;
  std::vector<size_t> tables;
  bool headed = false;
  size_t rows = 0;
  std::string rows_with_zero_base;
  size_t zero_bases = 0;
  double largest_spread = 0;
  bool any_spread = false, any_runs = false;
};

class LkpReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    if (line.text.empty()) return false;
    if (line.text.size() > 200000) return false;
    split_words(line.text, tokens_);
    const bool taken = take(tokens_, collector);
    if (!taken) remember(line, collector);
    return taken;
  }

  void finish(Collector& collector) override { close(collector); }

 private:
  void remember(const Line& line, Collector& collector) {
    const std::string_view text = trim(line.text);
    // A lone rule or prose ends a piece that has no heading; a headed table goes on behind a
    // remark.
    if (block_ && !block_->headed) close(collector);
    if (text.find_first_not_of("-=") == std::string_view::npos) {
      if (text.size() >= 60 && text[0] == '=') close(collector);
      pending_.clear();
      return;
    }
    if (axes_next_) {  // the values that belong to "tbox_group/testcase/...:"
      axes_next_ = false;
      parameters_ = std::string(text);
    }
    if (text.back() == ':' && text.find('/') != std::string_view::npos &&
        text.find("testcase") != std::string_view::npos) {
      close(collector);
      axes_next_ = true;
    }
    previous_ = last_;
    last_ = std::string(text.substr(0, 1000));
  }

  bool take(const std::vector<std::string_view>& tokens, Collector& collector) {
    for (size_t i = 0; i + 1 < tokens.size(); ++i)
      if (is_dashes(tokens[i]) && is_dashes(tokens[i + 1])) return heading(tokens, i, collector);
    if (tokens.size() == 1 && is_dashes(tokens[0]) && block_ && block_->rows == 0 &&
        tokens[0].size() < 40 && after_heading_) {
      return widen(collector);  // the dashes of the last columns, wrapped
    }
    if (block_ && is_subheading(tokens)) return true;
    after_heading_ = false;
    return rows(tokens, 0, collector);
  }

  bool heading(const std::vector<std::string_view>& tokens, size_t at, Collector& collector) {
    size_t end = at;
    while (end < tokens.size() && is_dashes(tokens[end])) ++end;
    const size_t groups = end - at;
    std::vector<std::string> labels;
    if (at >= groups) {
      for (size_t i = at - groups; i < at; ++i) labels.emplace_back(tokens[i]);
    } else if (at > 0) {
      return false;  // some other table's rule
    } else {
      labels = labels_above(groups);
      if (labels.size() != groups && !groups_without_labels(groups)) return false;
    }
    close(collector);
    block_.emplace();
    block_->headed = true;
    if (!labels.empty() &&
        (labels.back().starts_with("testcase") || labels.back().starts_with("testbox")))
      labels.pop_back();
    block_->labels = std::move(labels);
    after_heading_ = true;
    if (end < tokens.size()) rows(tokens, end, collector);
    return true;
  }

  static bool groups_without_labels(size_t) { return false; }

  std::vector<std::string> labels_above(size_t groups) const {
    for (const std::string& text : {last_, previous_ + " " + last_}) {
      const auto tokens = words(text);
      if (tokens.size() != groups) continue;
      std::vector<std::string> labels;
      for (std::string_view token : tokens) labels.emplace_back(token);
      return labels;
    }
    return {};
  }

  bool widen(Collector&) {
    const std::string above = previous_ + " " + last_;  // outlives the words, which are views of it
    const auto tokens = words(above);
    const size_t groups = block_->labels.size() + 1;
    if (tokens.size() < groups) return true;
    block_->labels.clear();
    for (size_t i = tokens.size() - groups; i < tokens.size(); ++i)
      block_->labels.emplace_back(tokens[i]);
    return true;
  }

  // One row, or the rows of a flattened table.
  bool rows(const std::vector<std::string_view>& tokens, size_t first, Collector& collector) {
    std::vector<std::string_view> all;
    std::vector<std::string> held;
    if (!pending_.empty()) {
      held = std::exchange(pending_, {});
      // The rest of a wrapped row: its name alone, or further cells.
      const bool name_alone = tokens.size() - first == 1 && is_name(tokens[first]);
      const bool cells =
          parse_lkp_row(tokens, first) ||
          (tokens[first].size() > 1 && (tokens[first][0] == '+' || tokens[first][0] == '-'));
      const std::vector<std::string_view> before(held.begin(), held.end());
      const auto alone = parse_lkp_row(tokens, first);
      const bool whole = alone && fits(*alone);
      if (name_alone || (cells && !whole)) {
        all = before;
        all.insert(all.end(), tokens.begin() + static_cast<long>(first), tokens.end());
        first = 0;
      }
    }
    const std::vector<std::string_view>& source = all.empty() ? tokens : all;
    size_t at = first;
    bool any = false;
    while (at < source.size()) {
      auto row = parse_lkp_row(source, at);
      if (!row) return any;
      if (row->name.empty()) {
        if (!starts_row(*row) ||
            (block_ && block_->headed && row->cells.size() > block_->labels.size()))
          return any;
        // Nothing behind it yet: the name is in the next line.
        if (at + row->tokens == source.size())
          for (size_t i = at; i < source.size(); ++i) pending_.emplace_back(source[i]);
        return true;
      }
      if (!fits(*row)) return any;
      if (!any && at + row->tokens < source.size()) {
        // More fields follow: a flattened table, where they are a row again, or prose.
        const auto next = parse_lkp_row(source, at + row->tokens);
        if (!next || next->cells.size() != row->cells.size()) return false;
      }
      put(*row, collector);
      any = true;
      at += row->tokens;
    }
    return any;
  }

  static bool starts_row(const LkpRow& row) {
    if (row.cells.size() < 2) return false;
    for (const LkpChange& change : row.changes)
      if (change.present) return true;
    return false;
  }

  bool fits(const LkpRow& row) const {
    if (row.cells.size() < 2 || row.name.empty()) return false;
    if (block_ && block_->headed)
      return row.cells.size() == block_->labels.size() &&
             (is_name(row.name) || !row.prefix.empty());
    // Without headings the row has to speak for itself.
    return starts_row(row) && is_name(row.name);
  }

  void put(const LkpRow& row, Collector& collector) {
    if (block_ && !block_->headed && block_->tables.size() != row.cells.size()) close(collector);
    if (!block_) block_.emplace();
    if (block_->tables.empty()) open(row.cells.size(), collector);
    ++block_->rows;
    const Name title = row.prefix.empty()
                           ? Name(row.name)
                           : Name(std::string(row.prefix).append(" ").append(row.name));
    for (size_t k = 0; k < row.cells.size(); ++k) {
      const LkpCell& cell = row.cells[k];
      ReadingRow& out = collector.add(block_->tables[k], title, {},
                                      cell.value ? std::optional(cell.value->value) : std::nullopt);
      out.spread_percent = cell.spread_percent;
      out.spread_kind = SpreadKind::population_sd;
      out.n = cell.runs;
      out.rounding = cell.rounding;
      block_->any_spread = block_->any_spread || cell.spread_percent;
      block_->any_runs = block_->any_runs || cell.runs;
      block_->largest_spread = std::max(block_->largest_spread, cell.spread_percent.value_or(0));
      if (k == 0) continue;
      const LkpChange& change = row.changes[k - 1];
      if (change.percent && change.value) out.printed_change_percent = change.value->value;
      check(title, row.cells[0], row.changes[k - 1], cell, collector);
    }
    for (const LkpCell& cell : row.cells)
      if (cell.failures && cell.value && cell.runs &&
          cell.value->value > static_cast<double>(*cell.runs))
        collector.find("F206 impossible-value",
                       fmt::format("row {}: {} failures in {} runs", title,
                                   shortest(cell.value->value), *cell.runs),
                       "the row counts samples, not failed runs");
  }

  void open(size_t columns, Collector& collector) {
    for (size_t k = 0; k < columns; ++k) {
      const size_t index =
          collector.open("lkp", k < block_->labels.size() ? block_->labels[k] : "");
      collector.table(index).copies.reset();
      if (!parameters_.empty()) collector.table(index).context.set("test", parameters_);
      collector.origin(index).paired = true;
      block_->tables.push_back(index);
      if (k)
        collector.pair(block_->tables[0], index, "columns of one table, the first is the base");
    }
    if (!block_->headed)
      collector.find("F209 no-headings",
                     "rows of a comparison without their headings: the kernels are not known", {},
                     "name the sides yourself");
  }

  // Printed changes that do not follow from the printed means.
  void check(Name title, const LkpCell& base, const LkpChange& change, const LkpCell& side,
             Collector& collector) {
    if (!change.present || !base.value || !side.value) return;
    if (base.failures) {
      if (!base.runs || !side.runs || *base.runs == 0 || *side.runs == 0 || !change.value) return;
      const double share = 100 * (side.value->value / static_cast<double>(*side.runs) -
                                  base.value->value / static_cast<double>(*base.runs));
      if (std::fabs(share - change.value->value) > 1)
        collector.find(
            "F210 change-mismatch",
            fmt::format("row {}: reproduction printed {}, recomputed {:+.0f}%", title, change.text,
                        share),
            "lkp divides by the run count of the other column; profile rows count samples",
            "trust the counts, not the percentage");
      return;
    }
    if (!change.percent) return;
    if (base.value->value == 0) {
      if (++block_->zero_bases <= 5)
        collector.find(
            "F211 zero-base",
            fmt::format(
                "row {}: change printed {}, but the base is 0, so no relative change exists", title,
                change.text),
            "a change relative to nothing has no size", "look at the values");
      return;
    }
    if (!change.value) return;
    const auto half = [](const Numeral& number) {
      const double size = std::fabs(number.value);
      const double digit = last_digit(number);
      return size >= 1e8 ? size * 1e-3 : digit;  // from 1e8 four significant digits are printed
    };
    const double a = base.value->value, b = side.value->value, da = half(*base.value),
                 db = half(*side.value);
    const double exact = 100 * (b / a - 1);
    const double slack = 100 * (db / std::fabs(a) + std::fabs(b) * da / (a * a)) +
                         0.6 * last_digit(*change.value) +
                         (std::fabs(exact) >= 1e5 ? std::fabs(exact) * 0.06 : 0);
    if (std::fabs(exact - change.value->value) > slack)
      collector.find(
          "F210 change-mismatch",
          fmt::format("row {}: change printed {}, recomputed {:+.1f}%", title, change.text, exact));
  }

  void close(Collector& collector) {
    pending_.clear();
    if (!block_) return;
    if (block_->rows > 0) {
      if (block_->zero_bases > 5)
        collector.find("F211 zero-base",
                       fmt::format("{} rows in all have a base of 0", block_->zero_bases));
      if (block_->largest_spread > 100) {
        const double share = block_->largest_spread / 100;
        collector.find(
            "F212 run-count-bound",
            fmt::format("a spread of {:.0f}% needs at least {:.0f} runs", block_->largest_spread,
                        std::ceil(1 + share * share - 0.02 * share)),
            "n values that are not negative spread by at most sqrt(n-1)");
      }
    }
    block_.reset();
  }

  std::optional<Block> block_;
  std::vector<std::string_view> tokens_;  // of the line
  std::vector<std::string> pending_;
  std::string last_, previous_, parameters_;
  bool after_heading_ = false, axes_next_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<LkpReader>();
}

}  // namespace

extern const Format reader_lkp{
    "lkp", "comparison tables of the kernel test robot, 2013 to today, and of lkp compare", make};

}  // namespace lodestone::reader_lkp
