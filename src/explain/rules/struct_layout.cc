// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "explain/facts.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_struct_layout {
namespace {

std::string describe_pair(const StructChange& change, const MemberPair& pair) {
  return fmt::format("{} and {} of {} {} a {}-byte line", pair.first, pair.second, change.name,
                     pair.together_now ? "now share" : "no longer share", pair.line);
}

std::string describe_size(const StructChange& change) {
  return change.base_size == change.next_size
             ? fmt::format("{} keeps its {} bytes", change.name, change.next_size)
             : fmt::format("{}: {} -> {} bytes", change.name, change.base_size, change.next_size);
}

// Equal offsets in a struct are equal lines only if every object starts on one.
void apply(const Analysis& a, Explanation& e) {
  if (!a.structs.done) return;
  const StructChange* best = nullptr;
  for (const StructChange& change : a.structs.changed)
    if (change.weight > 0.05 && (!best || change.weight > best->weight)) best = &change;
  if (!best) {
    if (!a.structs.changed.empty())
      e.notes.push_back(fmt::format(
          "{} of {} structs changed; none has members that are known to be contended or that the "
          "changed code follows",
          a.structs.changed.size(), a.structs.compared));
    return;
  }
  const bool known_code = a.code.done;
  bool written = false;
  for (const MemberPair& pair : best->pairs) written = written || pair.written;
  Claim claim;
  claim.verdict = VerdictClass::hot_constants;
  claim.certainty = written ? 0.55 : 0.35;
  if (known_code && best->used_by.empty() && !written) claim.certainty = 0.26;
  if (written && !best->used_by.empty()) claim.certainty = 0.65;
  if (written && !a.request.heat.empty())
    for (const std::string_view function : best->used_by)
      if (a.heat_of(function) > 0.02) claim.certainty = 0.75;
  if (!best->line_start_certain) claim.certainty -= 0.05;
  claim.sentence = fmt::format(
      "struct layout: {}", !best->pairs.empty()
                               ? describe_pair(*best, best->pairs[0])
                               : fmt::format("members of {} moved that hot code uses", best->name));
  claim.evidence.push_back(describe_size(*best));
  const auto list = [](const std::vector<std::string_view>& names) {
    std::string text;
    for (size_t k = 0; k < names.size() && k < 4; ++k)
      text += (k ? ", " : "") + std::string(names[k]);
    if (names.size() > 4) text += fmt::format(" and {} more", names.size() - 4);
    return text;
  };
  if (!best->added.empty()) claim.evidence.push_back("new members: " + list(best->added));
  if (!best->removed.empty()) claim.evidence.push_back("removed members: " + list(best->removed));
  if (!best->moved.empty())
    claim.evidence.push_back(
        fmt::format("{} members moved, {} of them into another line; first {}: {} -> {}",
                    best->moved.size(), best->other_lines, best->moved[0].name,
                    best->moved[0].base_offset, best->moved[0].next_offset));
  for (size_t k = 0; k < best->pairs.size() && k < 4; ++k)
    claim.evidence.push_back(describe_pair(*best, best->pairs[k]));
  if (!best->used_by.empty())
    claim.evidence.push_back("code that follows its members: " + list(best->used_by));
  if (!best->line_start_certain)
    claim.evidence.push_back(
        "its objects may start anywhere in a line (no multiple of 64 bytes), so this holds for "
        "some "
        "of them");
  claim.experiments.push_back(
      {"pad the struct so that the members lie in their old lines; a difference that stays refutes "
       "it",
       fmt::format("pahole -C {} vmlinux  # then add padding and rebuild\n{}", best->name,
                   measure_both(a, "base", "new-padded"))});
  e.claim(std::move(claim));
}

}  // namespace

extern const Rule rule_struct_layout{
    "struct-layout", "contended members of a struct met in a line, parted, or moved under hot code",
    apply};

}  // namespace lodestone::explain::rule_struct_layout
