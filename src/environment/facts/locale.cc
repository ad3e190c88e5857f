// SPDX-License-Identifier: GPL-2.0-or-later
// The locale that the shell workloads run in. Their environment is the caller's with
// LANG=en_US.utf8, as UnixBench sets it; LC_ALL and LC_COLLATE of the caller win over it, and a
// locale that is not installed is silently C (locale(7)).
#include <langinfo.h>
#include <locale.h>

#include <cstdlib>
#include <string>

#include "environment/facts.h"

namespace lodestone::facts_locale {
namespace {

constexpr const char* workload_language = "en_US.utf8";

std::string effective(const char* category) {
  for (const char* name : {"LC_ALL", category})
    if (const char* value = std::getenv(name); value && *value) return value;
  return workload_language;
}

// The character set of a locale; that of C if it is not installed.
std::string charset(const std::string& name) {
  locale_t locale = ::newlocale(LC_ALL_MASK, name.c_str(), nullptr);
  if (!locale) return "ANSI_X3.4-1968";
  std::string text = ::nl_langinfo_l(CODESET, locale);
  ::freelocale(locale);
  return text;
}

void collect(const Root& root, Context& context) {
  context.set("language", workload_language);
  if (!root.real()) return;
  context.set("charmap", charset(effective("LC_CTYPE")));
  context.set("collate", charset(effective("LC_COLLATE")));
}

}  // namespace

extern const FactSource facts_locale{"locale", collect};

}  // namespace lodestone::facts_locale
