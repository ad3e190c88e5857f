// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "explain/asked_workload.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_stated_difference {
namespace {

bool part_of_name(char c) {
  return std::isupper(static_cast<unsigned char>(c)) ||
         std::isdigit(static_cast<unsigned char>(c)) || c == '_';
}

// CONFIG_NAME anywhere, and NAME=y where a table's heading says it.
std::set<std::string> options_in(std::string_view text) {
  std::set<std::string> names;
  for (size_t at = text.find("CONFIG_"); at != std::string_view::npos;
       at = text.find("CONFIG_", at + 1)) {
    size_t end = at;
    while (end < text.size() && part_of_name(text[end])) ++end;
    if (end > at + 8) names.emplace(text.substr(at, end - at));
  }
  for (const std::string_view word : words(text))
    if (word.size() > 4 && (word.ends_with("=y") || word.ends_with("=n")) &&
        std::all_of(word.begin(), word.end() - 2, part_of_name)) {
      const std::string name = word.starts_with("CONFIG_")
                                   ? std::string(word.substr(0, word.size() - 2))
                                   : "CONFIG_" + std::string(word.substr(0, word.size() - 2));
      names.insert(name);
    }
  return names;
}

void apply(const Analysis& a, Explanation& e) {
  if (!a.request.document.given) return;
  const std::set<std::string> options = options_in(a.request.document.text);
  std::string list;
  size_t listed = 0;
  for (const std::string& option : options) {
    if (++listed > 8) break;
    list += (list.empty() ? "" : ", ") + option;
  }
  const bool labels_tell =
      std::any_of(options.begin(), options.end(), [&](const std::string& name) {
        const std::string bare = name.substr(7);
        return a.base.label.find(bare) != std::string::npos ||
               a.next.label.find(bare) != std::string::npos;
      });
  if (options.size() == 1 && labels_tell)
    e.notes.push_back(fmt::format("{} is the only difference stated", list));
  else if (!options.empty())
    e.notes.push_back(fmt::format("the document names {}", list));
  if (a.base.excerpt && !a.request.headline.empty())
    e.notes.push_back(
        "the document's tables and its symbol maps may not name the sides in the same order: "
        "compare "
        "their headings");
  if (a.has_symbols) return;
  const std::string workload = asked_workload(a.request);
  e.missing.push_back(
      {"the code and the layout of both kernels: without images the cause is undecidable",
       "lodestone explain BASE/vmlinux NEW/vmlinux"});
  e.missing.push_back({"whether an operation executes other code",
                       fmt::format("lodestone exact --base BASE/bzImage --new NEW/bzImage {}",
                                   workload.empty() ? "unixbench/syscall" : workload)});
}

}  // namespace

extern const Rule rule_stated_difference{
    "stated-difference", "what a document says of the difference, and what would decide", apply};

}  // namespace lodestone::explain::rule_stated_difference
