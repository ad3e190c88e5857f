// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/explanation_detail.h"

#include <fmt/format.h>

#include "base/text.h"

namespace lodestone {
namespace {

using namespace explain;

std::string fit(std::string text, size_t width) {
  return text.size() <= width ? text : text.substr(0, width - 1) + "~";
}

}  // namespace

std::string code_detail(const Analysis& a) {
  if (!a.code.done) {
    return a.code.why_not.empty() ? "" : fmt::format("  not compared: {}\n", a.code.why_not);
  }
  std::string text = fmt::format(
      "  {} functions compared: {} identical ({} of them moved mod 64), {} changed; {} came, {} "
      "went, {} renamed\n",
      a.code.compared, a.code.identical, a.code.moved_mod64, a.code.changed.size(),
      a.code.added.size(), a.code.removed.size(), a.code.renamed.size());
  size_t shown = 0;
  for (const uint32_t i : a.changed_by_interest) {
    const FunctionChange& change = a.code.changed[i];
    if (++shown > 8) {
      text += fmt::format("  and {} more: --json has them\n", a.code.changed.size() - 8);
      break;
    }
    text += fmt::format("  {} ({}): {} -> {} instructions\n", fit(std::string(change.name), 60),
                        name_of(change.level), change.base.instructions, change.next.instructions);
    for (size_t k = 0; k < change.shown.size() && k < 4; ++k)
      text += fmt::format("    {:<46} | {}\n", fit(change.shown[k].base, 46),
                          fit(change.shown[k].next, 46));
  }
  return text;
}

std::string struct_detail(const Analysis& a) {
  if (!a.structs.done || a.structs.changed.empty()) return "";
  std::string text =
      fmt::format("  {} of {} structs changed, {} came, {} went\n", a.structs.changed.size(),
                  a.structs.compared, a.structs.added, a.structs.removed);
  size_t shown = 0;
  for (const StructChange& change : a.structs.changed) {
    if (++shown > 8) break;
    std::string line =
        fmt::format("{}: {} -> {} bytes, {} members moved ({} to another line)", change.name,
                    change.base_size, change.next_size, change.moved.size(), change.other_lines);
    for (size_t k = 0; k < change.added.size() && k < 3; ++k)
      line += fmt::format("{}{}", k ? ", " : "; new: ", change.added[k]);
    for (size_t k = 0; k < change.removed.size() && k < 3; ++k)
      line += fmt::format("{}{}", k ? ", " : "; gone: ", change.removed[k]);
    text += "  " + fit(line, 98) + "\n";
  }
  if (a.structs.changed.size() > 8)
    text += fmt::format("  and {} more: --json has them\n", a.structs.changed.size() - 8);
  return text;
}

std::string settings_detail(const Analysis& a) {
  std::string text;
  const auto list = [&](const char* what, const std::vector<explain::Setting>& settings) {
    for (size_t k = 0; k < settings.size() && k < 12; ++k)
      text += "  " +
              fit(fmt::format("{} {}: {} -> {}", what, settings[k].name,
                              settings[k].base.empty() ? "(absent)" : settings[k].base,
                              settings[k].next.empty() ? "(absent)" : settings[k].next),
                  98) +
              "\n";
    if (settings.size() > 12) text += fmt::format("  and {} more\n", settings.size() - 12);
  };
  list("configuration", a.settings.config);
  list("command line", a.settings.command_line);
  list("build", a.settings.compiler);
  list("machine", a.settings.facts);
  return text;
}

}  // namespace lodestone
