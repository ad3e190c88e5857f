// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/role.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"

namespace lodestone {
namespace {

constexpr std::string_view base_words[] = {
    "before",    "without", "w/o",       "wo",       "unpatched",     "base",      "baseline",
    "old",       "vanilla", "original",  "orig",     "stock",         "clean",     "unmodified",
    "pre",       "control", "reference", "unfixed",  "nopatch",       "no-patch",  "prepatch",
    "pre-patch", "parent",  "origin",    "default",  "x86-defconfig", "defconfig", "non",
    "master",    "main",    "trunk",     "mainline", "upstream",      "vor",       "vorher",
    "ohne",      "avant",   "sans"};
constexpr std::string_view changed_words[] = {
    "after",      "with",      "w/",         "w",        "patched", "new",     "applied",
    "optimized",  "optimised", "modified",   "improved", "fixed",   "post",    "patch",
    "post-patch", "postpatch", "experiment", "this",     "nach",    "nachher", "après"};

constexpr std::string_view change_words[] = {
    "patch", "patches", "patched", "patchset", "series",  "change",       "changes",      "commit",
    "fix",   "fixes",   "this",    "revert",   "feature", "optimization", "optimisation", "pr"};

bool word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '/' || c == '-' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Lower-case words; '/' and '-' stay inside.
std::vector<std::string> label_words(std::string_view label) {
  std::vector<std::string> found(1);
  for (char c : to_lower(label)) {
    if (word_character(c))
      found.back() += c;
    else if (!found.back().empty())
      found.emplace_back();
  }
  if (found.back().empty()) found.pop_back();
  return found;
}

template <size_t N>
bool among(const std::string& word, const std::string_view (&list)[N]) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

Role role_of_word(const std::string& word) {
  if (among(word, base_words)) return Role::base;
  if (among(word, changed_words)) return Role::changed;
  return Role::none;
}

// "linux-6.1.12-rc3": {6,1,12}, a release candidate counts below its release; empty if there is no
// version.
std::vector<int> version_of(std::string_view label) {
  for (size_t i = 0; i < label.size(); ++i) {
    if (label[i] < '0' || label[i] > '9' ||
        (i && (label[i - 1] == '.' || (label[i - 1] >= '0' && label[i - 1] <= '9'))))
      continue;
    std::vector<int> parts;
    size_t k = i;
    while (k < label.size() && label[k] >= '0' && label[k] <= '9' && parts.size() < 4) {
      int value = 0;
      while (k < label.size() && label[k] >= '0' && label[k] <= '9' && value < 100000)
        value = value * 10 + (label[k++] - '0');
      parts.push_back(value);
      if (k + 1 < label.size() && label[k] == '.' && label[k + 1] >= '0' && label[k + 1] <= '9')
        ++k;
      else
        break;
    }
    if (parts.size() < 2) continue;
    parts.resize(4, 0);
    int candidate = 1000;
    if (label.substr(k).starts_with("-rc")) {
      candidate = 0;
      for (k += 3; k < label.size() && label[k] >= '0' && label[k] <= '9'; ++k)
        candidate = std::min(candidate * 10 + (label[k] - '0'), 999);
    }
    parts.push_back(candidate);
    return parts;
  }
  return {};
}

}  // namespace

bool names_version(std::string_view label) {
  return !version_of(label).empty();
}

bool undoes_a_change(std::string_view label) {
  for (const std::string& word : label_words(label))
    if (word == "reverted" || word == "reverting" || word == "unreverted") return true;
  return false;
}

Role role_of(std::string_view label) {
  const std::vector<std::string> found = label_words(label);
  const bool undone = undoes_a_change(label);
  for (size_t i = 0; i < found.size(); ++i) {
    const std::string& word = found[i];
    Role role = role_of_word(word);
    // "machine with 16 cores" names no side; "with", "with the patch", "results with this series"
    // do.
    if ((word == "with" || word == "w") && i > 0) {
      role = Role::none;
      for (size_t k = i + 1; k < found.size() && k <= i + 4; ++k)
        if (among(found[k], change_words)) role = Role::changed;
    }
    // "before-patch", "5.2.0-rc2-clean": the first and the last part of a hyphenated word tell.
    if (role == Role::none && word.find('-') != std::string::npos) {
      role = role_of_word(word.substr(0, word.find('-')));
      if (role == Role::none) role = role_of_word(word.substr(word.rfind('-') + 1));
    }
    if (word == "this" || word == "patch") continue;  // "this patch" alone: decided below
    // "With the patch reverted" is the old side to one writer and the new one to the next.
    if (undone && role != Role::none && word != "before" && word != "after" && word != "base" &&
        word != "baseline")
      return Role::none;
    if (role != Role::none) return role;
    if (word.ends_with("前")) return Role::base;  // before, in Chinese and Japanese
    if (word.ends_with("后") || word.ends_with("後")) return Role::changed;
  }
  // "patch", "this series", "+patch"
  if (!undone && !found.empty() && found.size() <= 3 &&
      std::find(found.begin(), found.end(), "patch") != found.end())
    return Role::changed;
  return Role::none;
}

Role role_against(std::string_view a, std::string_view b) {
  const auto plain = [](std::string_view text) {
    std::string out = to_lower(trim(text));
    while (!out.empty() && (out.back() == ':' || out.back() == ' ')) out.pop_back();
    return out;
  };
  const std::string x = plain(a), y = plain(b);
  if (x == y) return Role::none;
  const auto extends = [](const std::string& longer, const std::string& shorter) {
    if (shorter.size() < 3 || !longer.starts_with(shorter)) return false;
    const std::string_view rest = trim(std::string_view(longer).substr(shorter.size()));
    return rest.starts_with("+") || rest.starts_with("with") || rest.starts_with("and") ||
           rest.starts_with("-patch") || rest.starts_with("_patch") || rest.starts_with("patch");
  };
  if (extends(y, x)) return Role::base;
  if (extends(x, y)) return Role::changed;
  const auto p = version_of(x), q = version_of(y);
  if (p.empty() || q.empty() || p == q) return Role::none;
  return p < q ? Role::base : Role::changed;
}

bool is_derived_column(std::string_view label) {
  const std::string low = to_lower(trim(label));
  for (std::string_view word :
       {"change",   "ratio",    "diff",    "delta",  "improv",    "gain",     "speedup",
        "speed-up", "overhead", "regress", "%",      "percent",   "increase", "decrease",
        "变化",     "提升",     "差",      "uplift", "reduction", "factor"})
    if (low.find(word) != std::string::npos) return true;
  return low == "x" || low == "vs" || low == "+/-";
}

}  // namespace lodestone
