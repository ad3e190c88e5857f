// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/lkp_row.h"
#include "formats/numeral.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace lodestone {
namespace {

// "~", "±" or "+-" at the front, and what broken encodings make of "±" ("ą" is its byte read as
// Latin-2): its length, else 0.
size_t spread_mark(std::string_view token) {
  if (is_digit(token.front())) return 0;
  using std::literals::operator""sv;
  for (std::string_view mark : {"±"sv, "+/-"sv, "+-"sv, "~"sv, "ą"sv, "\ufffd"sv, "?"sv})
    if (token.starts_with(mark)) return mark.size();
  return 0;
}

// Where a spread is glued to a mean: "26.5~10%".
size_t glued_mark(std::string_view token) {
  if (std::all_of(token.begin(), token.end(), [](char c) { return c > 0 && c != '~'; }))
    return std::string_view::npos;
  for (std::string_view mark : {"±", "~", "ą", "\ufffd"})
    if (const size_t at = token.find(mark);
        at != std::string_view::npos && at > 0 && is_digit(token[at - 1]))
      return at;
  return std::string_view::npos;
}

bool is_plain_number(std::string_view token) {
  return !token.empty() &&
         (is_digit(token.front()) || token.front() == '-' || token.front() == '.') &&
         parse_numeral(token, NumberStyle::point);
}

std::optional<LkpChange> as_change(std::string_view token, bool after_mean) {
  LkpChange change;
  change.present = true;
  change.text = token;
  if (token.ends_with('%')) {
    const std::string_view number = token.substr(0, token.size() - 1);
    change.percent = true;
    for (std::string_view word : {"+inf", "-inf", "inf", "nan", "+nan"})
      if (equal_ignore_case(number, word)) return change;
    change.value = parse_numeral(number, NumberStyle::point);
    if (!change.value) return std::nullopt;
    return change;
  }
  if (!after_mean || token.size() < 2 || (token[0] != '+' && token[0] != '-')) return std::nullopt;
  change.value = parse_numeral(token, NumberStyle::point);
  if (!change.value) return std::nullopt;
  return change;
}

// "3:4", ":4"
std::optional<LkpCell> as_failures(std::string_view token) {
  const size_t colon = token.find(':');
  if (colon == std::string_view::npos || colon + 1 == token.size()) return std::nullopt;
  const auto runs = parse_integer(token.substr(colon + 1));
  const auto fails =
      colon == 0 ? std::optional<long long>(0) : parse_integer(token.substr(0, colon));
  if (!runs || !fails || *runs < 0 || *fails < 0 || !is_digit(token[colon + 1]))
    return std::nullopt;
  LkpCell cell;
  cell.failures = true;
  cell.value = Numeral{static_cast<double>(*fails), 0, false};
  cell.runs = runs;
  return cell;
}

std::optional<double> percent_of(std::string_view token) {
  auto percent = parse_percent(token, NumberStyle::point);
  if (!percent || percent->value < 0) return std::nullopt;
  return percent->value;
}

}  // namespace

std::optional<LkpRow> parse_lkp_row(const std::vector<std::string_view>& tokens, size_t first) {
  LkpRow row;
  row.cells.reserve(4);
  row.changes.reserve(3);
  size_t i = first;
  bool after_mean = false;  // a mean, with or without its spread, has just been read
  LkpChange pending;
  const auto add_cell = [&](LkpCell cell) {
    if (!row.cells.empty()) row.changes.push_back(std::exchange(pending, {}));
    row.cells.push_back(std::move(cell));
    after_mean = true;
  };
  for (; i < tokens.size(); ++i) {
    std::string_view token = tokens[i];
    if (const size_t mark = spread_mark(token)) {
      std::string_view rest = token.substr(mark);
      if (rest.empty()) {
        if (i + 1 == tokens.size()) return std::nullopt;
        rest = tokens[++i];
      }
      auto spread = percent_of(rest);
      if (!spread) return std::nullopt;
      // A spread without a mean: the mean was withheld.
      if (!after_mean || row.cells.back().spread_percent) add_cell({});
      row.cells.back().spread_percent = spread;
      continue;
    }
    if (const size_t at = glued_mark(token); at != std::string_view::npos) {
      auto value = parse_numeral(token.substr(0, at), NumberStyle::point);
      const std::string_view tail = token.substr(at + spread_mark(token.substr(at)));
      auto spread =
          tail.empty() && i + 1 < tokens.size() ? percent_of(tokens[i + 1]) : percent_of(tail);
      if (!value || !spread) break;
      if (tail.empty()) ++i;
      LkpCell cell;
      cell.value = value;
      cell.rounding = prefixed_rounding(token.substr(0, at));
      if (!cell.rounding) cell.rounding = rounding_of_zeros(*value);
      cell.spread_percent = spread;
      add_cell(std::move(cell));
      continue;
    }
    if (token.starts_with("×") && after_mean) {  // October 2014: failures and number of runs
      auto runs = parse_integer(token.substr(std::string_view("×").size()));
      if (!runs) return std::nullopt;
      row.cells.back().runs = runs;
      row.cells.back().failures = true;
      continue;
    }
    if (auto change = as_change(token, after_mean)) {
      if (row.cells.empty()) return std::nullopt;
      if (pending.present) add_cell({});  // two changes in a row: a blank mean between them
      pending = std::move(*change);
      after_mean = false;
      continue;
    }
    if (auto failures = as_failures(token)) {
      add_cell(std::move(*failures));
      continue;
    }
    if (is_plain_number(token)) {
      LkpCell cell;
      cell.value = parse_numeral(token, NumberStyle::point);
      cell.rounding = prefixed_rounding(token);
      if (!cell.rounding && cell.value) cell.rounding = rounding_of_zeros(*cell.value);
      add_cell(std::move(cell));
      continue;
    }
    break;
  }
  if (row.cells.empty()) return std::nullopt;
  if (i < tokens.size()) {
    if (tokens[i] == "TOTAL" || tokens[i] == "GEO-MEAN") row.prefix = tokens[i++];
    if (i < tokens.size()) row.name = tokens[i++];
  }
  if (pending.present) {  // a change before the name: the last mean is blank
    if (row.name.empty()) return std::nullopt;
    add_cell({});
  }
  row.tokens = i - first;
  return row;
}

}  // namespace lodestone
