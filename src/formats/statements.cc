// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/statements.h"

#include <algorithm>

#include "base/text.h"

namespace lodestone {
namespace {

// A word without the marks around it: "(of" is "of", "~0.02%" keeps its number.
std::string_view bare(std::string_view word) {
  constexpr std::string_view marks = "()[]{}<>\"'`,;:!?~*";
  while (!word.empty() && marks.find(word.front()) != std::string_view::npos) word.remove_prefix(1);
  while (!word.empty() && (marks.find(word.back()) != std::string_view::npos || word.back() == '.'))
    word.remove_suffix(1);
  return word;
}

struct Number {
  double value;
  bool percent;
};

std::optional<Number> number_of(std::string_view word) {
  word = bare(word);
  const bool percent = !word.empty() && word.back() == '%';
  if (percent) word.remove_suffix(1);
  auto value = parse_double(replace_all(std::string(word), ",", ""));
  return value ? std::optional(Number{*value, percent}) : std::nullopt;
}

std::string phrase(const std::vector<std::string_view>& words, size_t first, size_t last) {
  std::vector<std::string> kept;
  for (size_t i = first; i <= last && i < words.size(); ++i) kept.emplace_back(words[i]);
  std::string text = join(kept, " ");
  constexpr std::string_view marks = "()[]{}\"'`,;:.!?";
  while (!text.empty() && marks.find(text.front()) != std::string_view::npos) text.erase(0, 1);
  while (!text.empty() && marks.find(text.back()) != std::string_view::npos) text.pop_back();
  return text;
}

// "400 to 500 more points", "400-500 points", "about 325 points": the number before the word, and a
// second before "to".
std::optional<Claim> points_before(const std::vector<std::string_view>& words, size_t at) {
  for (size_t back = 1; back <= 3 && back <= at; ++back) {
    const size_t place = at - back;
    if (auto value = number_of(words[place]); value && !value->percent) {
      Claim statement{Claim::Subject::points, value->value, value->value, phrase(words, place, at)};
      if (place >= 2 && (bare(words[place - 1]) == "to" || bare(words[place - 1]) == "-"))
        if (auto low = number_of(words[place - 2]); low && low->value < value->value) {
          statement.low = low->value;
          statement.text = phrase(words, place - 2, at);
        }
      return statement;
    }
    const std::string_view range = bare(words[place]);
    if (const size_t dash = range.find('-'); dash != std::string_view::npos && dash > 0) {
      auto low = parse_double(range.substr(0, dash)), high = parse_double(range.substr(dash + 1));
      if (low && high && *low < *high)
        return Claim{Claim::Subject::points, *low, *high, phrase(words, place, at)};
    }
  }
  return std::nullopt;
}

// "noise of ~0.02% for the branch metric": the first percentage within five words behind it.
std::optional<Claim> noise_after(const std::vector<std::string_view>& words, size_t at) {
  for (size_t i = at + 1; i < words.size() && i <= at + 5; ++i)
    if (auto value = number_of(words[i]); value && value->percent && value->value > 0) {
      size_t last = i;
      // "for the branch metric" says what the noise is of.
      if (i + 1 < words.size() && bare(words[i + 1]) == "for")
        last = std::min(i + 4, words.size() - 1);
      return Claim{Claim::Subject::noise_percent, value->value, value->value,
                   phrase(words, at, last)};
    }
  return std::nullopt;
}

}  // namespace

std::vector<Claim> find_statements(std::string_view text) {
  text = text.substr(0, size_t{1} << 20);
  std::vector<std::string_view> prose;
  for (std::string_view word : words(text))
    if (word.find_first_not_of('>') != std::string_view::npos)
      prose.push_back(word);  // marks of quotation
  std::vector<Claim> found;
  for (size_t i = 0; i < prose.size(); ++i) {
    const std::string word = to_lower(bare(prose[i]));
    std::optional<Claim> statement;
    if (word == "points")
      statement = points_before(prose, i);
    else if (word == "noise" || word == "variation" || word == "jitter")
      statement = noise_after(prose, i);
    if (!statement) continue;
    const bool known = std::any_of(found.begin(), found.end(), [&](const Claim& s) {
      return s.subject == statement->subject && s.low == statement->low &&
             s.high == statement->high;
    });
    if (!known) found.push_back(std::move(*statement));
  }
  return found;
}

}  // namespace lodestone
