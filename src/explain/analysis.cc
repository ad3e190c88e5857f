// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/analysis.h"

#include <algorithm>

#include "base/text.h"
#include "explain/focus.h"
#include "explain/one_content.h"
#include "explain/struct_weight.h"

namespace lodestone::explain {

bool Focus::changed_at(uint32_t line) const {
  for (const LineRelation& relation : relations)
    if (relation.line == line) return relation.remainder_changed() || relation.changed();
  return false;
}

namespace {

TextSizes text_sizes_of(const Analysis& a) {
  const SectionMatching& matching = a.matching.in(SectionClass::text);
  const auto& base = a.base.entities.in(SectionClass::text);
  const auto& next = a.next.entities.in(SectionClass::text);
  TextSizes sizes;
  sizes.pairs = matching.pairs.size();
  sizes.added = matching.added.size();
  sizes.removed = matching.removed.size();
  const bool exact = a.base.entities.exact_sizes;
  for (size_t i = 0; i < matching.pairs.size(); ++i) {
    const Pair& pair = matching.pairs[i];
    const Entity& old_one = base[pair.base];
    const Entity& new_one = next[pair.next];
    // A distance tells a size only where the same function follows on both sides.
    const bool comparable =
        exact || (i + 1 < matching.pairs.size() && matching.pairs[i + 1].next == pair.next + 1 &&
                  matching.pairs[i + 1].base == pair.base + 1);
    if (comparable && old_one.size != new_one.size) {
      ++sizes.changed;
      if (sizes.changed_pairs.size() < 64) sizes.changed_pairs.push_back(static_cast<uint32_t>(i));
    }
    sizes.moved += old_one.offset != new_one.offset;
    sizes.moved_mod64 += old_one.address % 64 != new_one.address % 64;
  }
  return sizes;
}

// Level and heat: what a reader wants to see first.
void order_changes(Analysis& a) {
  struct Key {
    double heat;
    int known;
    int level;
    size_t position;
    uint32_t index;
  };
  std::vector<Key> keys;
  for (uint32_t i = 0; i < a.code.changed.size(); ++i) {
    const FunctionChange& change = a.code.changed[i];
    const HotBy by = a.hot_by(change.name);
    keys.push_back({a.heat_of(change.name), by == HotBy::workload ? 2 : by == HotBy::everything,
                    static_cast<int>(change.level), common_position(change.name), i});
  }
  std::stable_sort(keys.begin(), keys.end(), [](const Key& x, const Key& y) {
    if (x.heat != y.heat) return x.heat > y.heat;
    if (x.known != y.known) return x.known > y.known;
    if (x.known == 1 && x.position != y.position) return x.position < y.position;
    return x.level > y.level;
  });
  for (const Key& key : keys) a.changed_by_interest.push_back(key.index);
}

void analyse_code(Analysis& a) {
  if (!a.base.image || !a.next.image) return;
  if (a.one_content) {
    a.code.done = true;
    a.code.compared = a.code.identical = a.matching.in(SectionClass::text).pairs.size();
    return;
  }
  constexpr size_t functions_shown = 24, instructions_shown = 12;
  const AddressBook base_book(a.base.entities, *a.base.image);
  const AddressBook next_book(a.next.entities, *a.next.image);
  CodeSide base{a.base.entities, base_book, PatchSites(*a.base.image, a.base.symbols),
                a.base.image->architecture};
  CodeSide next{a.next.entities, next_book, PatchSites(*a.next.image, a.next.symbols),
                a.next.image->architecture};
  if (base.sites.static_keys() == 0 || next.sites.static_keys() == 0) {
    base.sites.forget();
    next.sites.forget();
  }
  Correspondence correspondence(base_book, next_book, a.matching, a.base.entities);
  if (correspondence.masks_percpu() && base.architecture == Architecture::x86_64)
    correspondence.percpu_shift = learn_percpu_shift(base, next, a.matching);
  a.code = compare_code(base, next, a.matching, correspondence);
  a.values = compare_values(a.base.entities, a.next.entities, a.matching, correspondence);
  if (a.code.data_masked || a.code.percpu_masked)
    add_finding(a.next.findings,
                {"F703 functions-only", "the images have symbols of functions only",
                 "what code refers to in data sections is masked, and moves of data are not seen",
                 "give an unstripped vmlinux, or a kernel with CONFIG_KALLSYMS_ALL"});
  order_changes(a);
  for (size_t k = 0; k < a.changed_by_interest.size() && k < functions_shown; ++k) {
    FunctionChange& change = a.code.changed[a.changed_by_interest[k]];
    change.shown = side_by_side(base, next, a.matching, correspondence, change, instructions_shown);
  }
  a.vdso = compare_vdso(*a.base.image, *a.next.image);
}

Settings compare_settings(const Side& base, const Side& next) {
  Settings settings;
  if (!base.config.empty() && !next.config.empty())
    settings.config = config_differences(base.config, next.config);
  const auto fact = [](const Side& side, const char* name) {
    return side.context.get(name).value_or("");
  };
  settings.command_line =
      command_line_differences(fact(base, "command_line"), fact(next, "command_line"));
  std::string before = compiler_of(base.banner), after = compiler_of(next.banner);
  if (before.empty() || after.empty())
    before = fact(base, "kernel_compiler"), after = fact(next, "kernel_compiler");
  if (!before.empty() && !after.empty() && before != after)
    settings.compiler.push_back({"compiler", before, after, true});
  for (const char* name :
       {"machine", "cpu_model", "cpus", "microcode", "virtual_machine", "governor", "turbo", "smt",
        "mitigations", "preemption", "transparent_hugepages", "numa_balancing", "filesystem",
        "libc", "workload_digest"}) {
    const std::string old_value = fact(base, name), new_value = fact(next, name);
    if (!old_value.empty() && !new_value.empty() && old_value != new_value)
      settings.facts.push_back({name, old_value, new_value, true});
  }
  return settings;
}

// Release numbers, so that swapped sides are noticed.
bool older(const std::string& x, const std::string& y) {
  const auto numbers = [](const std::string& text) {
    std::vector<long long> parts;
    for (const std::string_view part : split(text, '.')) {
      const size_t end = part.find_first_not_of("0123456789");
      parts.push_back(parse_integer(part.substr(0, end)).value_or(0));
      if (end != std::string_view::npos) {
        // "0-47-cloud-amd64": Debian's ABI number tells point releases apart.
        const std::string_view rest = part.substr(end + 1);
        parts.push_back(
            parse_integer(rest.substr(0, rest.find_first_not_of("0123456789"))).value_or(0));
        break;
      }
    }
    return parts;
  };
  return !x.empty() && !y.empty() && numbers(x) < numbers(y);
}

}  // namespace

Result<Analysis> analyse(Side base, Side next, Request request) {
  if (!base.architecture.empty() && !next.architecture.empty() &&
      base.architecture != next.architecture)
    return fail(
        ErrorCode::not_comparable, "the sides are kernels of different architectures",
        base.label + " is " + base.architecture + ", " + next.label + " is " + next.architecture,
        "give two kernels of one architecture");
  LODESTONE_TRY(
      fit_counts(request.counts, {base.build_id, base.banner}, {next.build_id, next.banner}));
  Analysis a;
  a.base = std::move(base);
  a.next = std::move(next);
  a.request = std::move(request);
  if (a.base.image && a.next.image && a.base.digest != a.next.digest &&
      same_content(*a.base.image, *a.next.image)) {
    a.one_content = true;
    share_knowledge(a.base, a.next);
  }
  a.settings = compare_settings(a.base, a.next);
  if (older(a.next.release, a.base.release))
    add_finding(a.next.findings,
                {"F705 swapped-sides", "the base is the newer kernel (" + a.base.release + ")",
                 "every added symbol is reported as removed, and the other way round",
                 "swap the arguments if that is not meant"});
  a.has_symbols = a.base.has_symbols() && a.next.has_symbols();
  a.matching = match(a.base.entities, a.next.entities);
  if (a.has_symbols) analyse_code(a);
  // An ELF file against a symbol map: its sizes are without the padding that the map's have.
  if (a.base.entities.exact_sizes != a.next.entities.exact_sizes)
    for (Side* side : {&a.base, &a.next})
      if (side->entities.exact_sizes) forget_sizes(side->entities);
  const bool excerpt = a.base.excerpt || a.next.excerpt;
  for (int section = 0; section < section_classes; ++section)
    a.displacements.push_back(
        displacements_of(a.base.entities, a.next.entities, a.matching.sections[section], excerpt));
  a.text_sizes = text_sizes_of(a);
  if (a.base.types && a.next.types) {
    a.structs = compare_structs(*a.base.types, *a.next.types);
    weigh_structs(a);
  } else {
    a.structs.why_not = "no BTF or DWARF on both sides";
  }
  a.focus = choose_focus(a);
  return a;
}

}  // namespace lodestone::explain
