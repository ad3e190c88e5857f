// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/facts.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "base/shell_word.h"
#include "base/text.h"
#include "explain/asked_workload.h"

namespace lodestone::explain {

bool executed_identical(const Analysis& a) {
  return !a.request.counts.empty() &&
         std::all_of(a.request.counts.begin(), a.request.counts.end(),
                     [](const CountedWorkload& c) { return c.verdict == "identical"; });
}

bool identical_by_counts_alone(const Analysis& a) {
  return executed_identical(a) && !(a.code.done && a.code.changed.empty());
}

std::string counted_workloads(const Analysis& a) {
  const auto& counts = a.request.counts;
  if (counts.empty()) return "";
  std::string list = counts[0].workload;
  if (counts.size() == 2) list += " and " + counts[1].workload;
  if (counts.size() > 2) list += fmt::format(" and {} others", counts.size() - 1);
  return list;
}

CodeKnowledge code_knowledge(const Analysis& a) {
  if (executed_identical(a)) return CodeKnowledge::same_code;
  if (a.code.done)
    return a.code.changed.empty() ? CodeKnowledge::same_code : CodeKnowledge::other_code;
  if (a.text_sizes.pairs == 0) return CodeKnowledge::unknown;
  return a.text_sizes.same() ? CodeKnowledge::same_sizes : CodeKnowledge::other_sizes;
}

Moved most_telling_move(const Analysis& a) {
  Moved best;
  const uint32_t widest =
      a.request.granule && a.request.granule_measured ? *a.request.granule : 128;
  for (const Focus& focus : a.focus) {
    if (focus.section == SectionClass::text) continue;
    for (const LineRelation& relation : focus.relations) {
      if (relation.line > widest || relation.line < 32) continue;
      double kind = 0;
      if (!relation.newly_shares.empty() || !relation.stopped_sharing.empty())
        kind = 0.8;
      else if (relation.base.straddles != relation.next.straddles)
        kind = 0.7;
      else if (relation.remainder_changed())
        kind = 0.5;
      // A whole line counts most; the half is rarely of consequence, the pair on some machines
      // only.
      const double reach = relation.line == 64    ? 1.0
                           : relation.line == 128 ? 0.9
                           : relation.line == 32  ? 0.4
                                                  : 0.9;
      const double weight = focus.weight * kind * reach;
      if (weight > best.weight) best = {&focus, &relation, weight};
    }
  }
  return best;
}

const Entity& base_entity(const Analysis& a, SectionClass section, uint32_t pair) {
  return a.base.entities.in(section)[a.matching.in(section).pairs[pair].base];
}

const Entity& next_entity(const Analysis& a, SectionClass section, uint32_t pair) {
  return a.next.entities.in(section)[a.matching.in(section).pairs[pair].next];
}

std::map<int64_t, size_t> displacement_counts(const Displacements& displacements) {
  std::map<int64_t, size_t> counts;
  for (const int64_t displacement : displacements.of_pair)
    if (displacement != 0) ++counts[displacement];
  return counts;
}

std::string describe_moves(const Analysis& a, SectionClass section) {
  const Displacements& displacements = a.in(section);
  const std::map<int64_t, size_t> counts = displacement_counts(displacements);
  std::vector<std::pair<int64_t, size_t>> ordered(counts.begin(), counts.end());
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto& x, const auto& y) { return x.second > y.second; });
  std::string text =
      fmt::format("{} of {} {} symbols moved", displacements.moved, displacements.of_pair.size(),
                  section == SectionClass::percpu ? "per-CPU" : name_of(section));
  for (size_t k = 0; k < ordered.size() && k < 4; ++k)
    text += fmt::format("{}{} by {:+}", k ? ", " : ": ", ordered[k].second, ordered[k].first);
  if (ordered.size() > 4) text += fmt::format(" and {} other distances", ordered.size() - 4);
  return text;
}

std::string describe_places(const LineRelation& relation) {
  return fmt::format("{:#x} -> {:#x}", relation.base.place, relation.next.place);
}

std::string describe_sharing(const Situation& situation, uint32_t line) {
  std::string certain, possible;
  for (const Neighbour& n : situation.sharing) {
    std::string& list = n.certain ? certain : possible;
    if (!list.empty()) list += ", ";
    list += n.name;
  }
  std::string text = certain.empty()
                         ? fmt::format("stands alone in its {}-byte block", line)
                         : fmt::format("shares its {}-byte block with {}", line, certain);
  if (!possible.empty())
    text += fmt::format(" (and, unless padding lies between, a block with {})", possible);
  return text;
}

std::string describe_change(const FunctionChange& change) {
  std::string text(change.name);
  switch (change.level) {
    case CodeLevel::identical:
      return text + " is identical";
    case CodeLevel::constants:
      return text + " has other constants";
    case CodeLevel::operands:
      return text + " uses other operands";
    case CodeLevel::mnemonics:
      return text + fmt::format(" has other instructions, {} as before", change.base.instructions);
    case CodeLevel::size:
      break;
  }
  const int delta = change.instructions();
  return text +
         fmt::format(" has {} {}",
                     plural(static_cast<size_t>(std::abs(delta)), "instruction", "instructions"),
                     delta > 0 ? "more" : "less");
}

std::string side_by_side_text(const FunctionChange& change, size_t limit) {
  std::string text;
  for (size_t k = 0; k < change.shown.size() && k < limit; ++k) {
    const InstructionPair& pair = change.shown[k];
    if (k) text += "; ";
    if (pair.base.empty())
      text += fmt::format("added `{}`", pair.next);
    else if (pair.next.empty())
      text += fmt::format("removed `{}`", pair.base);
    else
      text += fmt::format("`{}` became `{}`", pair.base, pair.next);
  }
  return text;
}

namespace {

// One that runs the most interesting function that changed; empty: none is known to.
std::string known_workload(const Analysis& a) {
  if (!a.changed_by_interest.empty())
    return std::string(workload_that_runs(a.code.changed[a.changed_by_interest[0]].name));
  for (const uint32_t pair : a.text_sizes.changed_pairs)
    if (const auto known = workload_that_runs(base_entity(a, SectionClass::text, pair).name);
        !known.empty())
      return std::string(known);
  return a.text_sizes.changed_pairs.empty() ? "unixbench/syscall" : "";
}

// Code that the entry of a system call runs only with this option
// (include/linux/randomize_kstack.h), which lodestone exact switches off to repeat itself.
bool depends_on_stack_offset(const Analysis& a) {
  constexpr std::string_view users[] = {"do_syscall_64", "do_int80_syscall_32", "invoke_syscall",
                                        "exit_to_user_mode_prepare", "syscall_exit_to_user_mode"};
  return std::any_of(a.code.changed.begin(), a.code.changed.end(), [&](const FunctionChange& c) {
    return std::find(std::begin(users), std::end(users), c.name) != std::end(users);
  });
}

}  // namespace

std::string workload_to_try(const Analysis& a) {
  if (std::string asked = asked_workload(a.request); !asked.empty()) return asked;
  // What was counted ran: a workload whose count changed, before one that runs known functions.
  for (const CountedWorkload& counted : a.request.counts)
    if (counted.base != counted.next) return counted.workload;
  if (!a.request.counts.empty()) return a.request.counts[0].workload;
  const std::string known = known_workload(a);
  return known.empty() ? "index" : known;
}

std::string exact_command(const Analysis& a) {
  const bool stack_offset = depends_on_stack_offset(a);
  std::string remarks;
  const auto side = [&](const std::string& image, const std::string& given, const char* unknown) {
    if (image.empty()) {
      remarks += fmt::format("\n# {}: the bootable image (bzImage, vmlinuz) of {}", unknown, given);
      return std::string(unknown) + (stack_offset ? ",cmdline=randomize_kstack_offset=on" : "");
    }
    return readable_shell_word(replace_all(image, ",", ",,") +
                               (stack_offset ? ",cmdline=randomize_kstack_offset=on" : ""));
  };
  const std::string base = side(a.request.base_image, a.request.base_argument, "BASE.bzImage");
  const std::string next = side(a.request.new_image, a.request.new_argument, "NEW.bzImage");
  std::string workload = asked_workload(a.request);
  if (workload.empty()) workload = known_workload(a);
  if (workload.empty()) {
    workload = "'scale/*'";
    remarks += "\n# no workload is known to run the changed functions: of these one may";
  }
  return fmt::format("lodestone exact --base {} --new {} {}", base, next, workload) + remarks;
}

std::string measure_both(const Analysis& a, std::string_view base_label,
                         std::string_view new_label) {
  return fmt::format(
      "lodestone run --label {1} {0}  # on the one kernel, then boot the other\n"
      "lodestone run --label {2} {0}\n"
      "lodestone compare {1} {2}",
      workload_to_try(a), base_label, new_label);
}

Experiment boot_twice(const Analysis& a) {
  return {
      "two boots of one kernel: a difference as large as the one in question shows that it is "
      "the environment",
      measure_both(a, "boot-1", "boot-2")};
}

uint64_t alignment_of(uint64_t place) {
  return place == 0 ? 4096 : std::min<uint64_t>(place & (~place + 1), 4096);
}

std::string plural(size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace lodestone::explain
