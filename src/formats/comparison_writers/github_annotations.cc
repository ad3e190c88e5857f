// SPDX-License-Identifier: GPL-2.0-or-later
// Workflow commands of GitHub: an error a confirmed regression, a notice with the answer, a warning
// where the sides cannot be compared. About ten of a kind are shown a step, so the last error
// counts those that are left out.
#include <fmt/format.h>

#include "base/text.h"
#include "compare/headline.h"
#include "formats/comparison_writer.h"

namespace lodestone::comparison_writer_github_annotations {
namespace {

constexpr size_t most = 10;

std::string message(std::string text) {
  return replace_all(replace_all(replace_all(std::move(text), "%", "%25"), "\r", "%0D"), "\n",
                     "%0A");
}

std::string property(const std::string& text) {
  return replace_all(replace_all(message(text), ":", "%3A"), ",", "%2C");
}

std::string command(const char* kind, const std::string& title, const std::string& text) {
  return fmt::format("::{} title={}::{}\n", kind, property(title), message(text));
}

Result<std::string> write(const Comparison& comparison) {
  std::string out = command("notice", "lodestone", comparison.headline.sentence);
  std::vector<const ComparisonRow*> worse;
  for (const PairComparison& pair : comparison.pairs) {
    if (!pair.comparable)
      out += command("warning", pair.base.label + " and " + pair.new_.label,
                     "the sides are not comparable");
    for (const ComparisonRow& row : pair.rows)
      if (is_regression(row.verdict)) worse.push_back(&row);
  }
  for (size_t i = 0; i < worse.size(); ++i) {
    if (i + 1 == most && worse.size() > most) {
      out += command("error", "lodestone", std::to_string(worse.size() - i) + " more regressions");
      break;
    }
    out += command("error", row_path(*worse[i]), sentence_of(*worse[i]));
  }
  return out;
}

}  // namespace

extern const ComparisonWriter comparison_writer_github_annotations{
    "github-annotations", "workflow commands of GitHub: an error a confirmed regression", write};

}  // namespace lodestone::comparison_writer_github_annotations
