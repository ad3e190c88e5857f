// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/data_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "exact/tracking_plan.h"

namespace lodestone::exact {
namespace {

class DataNamer {
 public:
  DataNamer(const Arm& arm, const std::vector<std::pair<unsigned, uint64_t>>& per_cpu,
            const GuestReport& report)
      : symbols_(*arm.symbols),
        x86_(arm.architecture == Architecture::x86_64),
        per_cpu_(per_cpu),
        report_(report) {
    const Symbol* begin = symbols_.find("__per_cpu_start");
    const Symbol* end = symbols_.find("__per_cpu_end");
    if (begin != nullptr && end != nullptr) {
      per_cpu_begin_ = begin->address;
      per_cpu_end_ = end->address;
    }
    if (const Symbol* last = symbols_.find("_end")) image_end_ = last->address;
    if (const Symbol* first = symbols_.find("_text")) image_begin_ = first->address;
    for (const Symbol& symbol : symbols_.symbols())
      has_data_ = has_data_ || (!symbol.is_text() && symbol.type != 'A');
  }

  // The object, and the address within it.
  std::pair<std::string, uint64_t> object(uint64_t address, bool stack, bool with_processor) const {
    if (!(address >> 63)) return {"user memory", address};
    for (const auto& [processor, offset] : per_cpu_) {
      uint64_t linked = address - offset;
      if (linked < per_cpu_begin_ || linked >= per_cpu_end_) continue;
      const Symbol* symbol = per_cpu_symbol(linked);
      std::string lead = with_processor ? fmt::format("per-CPU {} ", processor) : "per-CPU ";
      if (symbol == nullptr) return {lead + "variables", linked - per_cpu_begin_};
      return {lead + symbol->name, linked - symbol->address};
    }
    if (address >= image_begin_ && (image_end_ == 0 || address < image_end_) && image_begin_ != 0) {
      const Symbol* symbol = has_data_ ? symbols_.at(address) : nullptr;
      if (symbol == nullptr || symbol->is_text())
        return {"kernel image (no symbol)", address - image_begin_};
      return {symbol->name, address - symbol->address};
    }
    if (stack) return {"kernel stacks", address & 63};
    if (x86_) {
      // Documentation/x86/x86_64/mm.rst, four-level page tables without KASLR.
      constexpr uint64_t direct_map = 0xffff888000000000;
      if (address >= direct_map && address < 0xffffc88000000000)
        return in_direct_map(address - direct_map);
      if (address >= 0xffffc90000000000 && address < 0xffffe90000000000)
        return {"vmalloc memory", address & 63};
      if (address >= 0xffffea0000000000 && address < 0xffffeb0000000000)
        return {"page structures", address & 63};
      if (address >= 0xfffffe0000000000 && address < 0xfffffe8000000000)
        return {"CPU entry area", address & 63};
    }
    return {"other kernel memory", address & 63};
  }

 private:
  std::pair<std::string, uint64_t> in_direct_map(uint64_t physical) const {
    const std::vector<GuestSlab>& slabs = report_.slabs;
    if (slabs.empty()) return {"slab and page memory", physical & 63};
    auto above = std::upper_bound(
        slabs.begin(), slabs.end(), physical / 4096,
        [](uint64_t page, const GuestSlab& slab) { return page < slab.first_page; });
    if (above == slabs.begin()) return {"page memory", physical & 63};
    const GuestSlab& slab = *std::prev(above);
    if (physical / 4096 >= slab.first_page + slab.pages) return {"page memory", physical & 63};
    const GuestCache& cache = report_.caches[slab.cache];
    return {"slab " + cache.name, (physical - slab.first_page * 4096) % cache.object_size};
  }

  const Symbol* per_cpu_symbol(uint64_t linked) const {
    const Symbol* symbol = symbols_.at(linked);
    return symbol != nullptr && symbol->address >= per_cpu_begin_ &&
                   symbol->name != "__per_cpu_start"
               ? symbol
               : nullptr;
  }

  const SymbolMap& symbols_;
  bool x86_;
  const std::vector<std::pair<unsigned, uint64_t>>& per_cpu_;
  const GuestReport& report_;
  uint64_t per_cpu_begin_ = 0, per_cpu_end_ = 0, image_begin_ = 0, image_end_ = 0;
  bool has_data_ = false;
};

std::vector<std::string> names_of(const std::array<int, 4>& places,
                                  const std::vector<const Symbol*>& symbols) {
  std::vector<std::string> names;
  for (int place : places)
    if (place >= 0 && static_cast<size_t>(place) < symbols.size())
      names.push_back(symbols[static_cast<size_t>(place)]->name);
  return names;
}

// One line over all sections of a workload.
struct Merged {
  DataLine line;
  std::array<DataGranule, 8> granules{};
};

void merge(std::map<uint64_t, Merged>& lines, const Section& section) {
  for (const DataLine& line : section.lines) {
    auto [place, fresh] = lines.try_emplace(line.address);
    Merged& merged = place->second;
    if (fresh) {
      merged.line = line;
    } else {
      merged.line.transfers += line.transfers;
      merged.line.misses += line.misses;
      merged.line.stack = merged.line.stack || line.stack;
    }
    for (const DataGranule& granule : line.granules) {
      if (granule.index >= 8) continue;
      DataGranule& sum = merged.granules[granule.index];
      sum.index = granule.index;
      sum.loads += granule.loads;
      sum.stores += granule.stores;
      sum.readers |= granule.readers;
      sum.writers |= granule.writers;
    }
  }
}

bool several(uint64_t mask) {
  return (mask & (mask - 1)) != 0;
}

std::optional<SharedLine> shared_line(const Merged& merged, const DataNamer& namer,
                                      const std::vector<const Symbol*>& symbols) {
  uint64_t touched = 0;
  uint64_t written = 0;
  bool truly = false;
  SharedLine shared;
  for (const DataGranule& granule : merged.granules) {
    if (granule.loads + granule.stores == 0) continue;
    touched |= granule.readers | granule.writers;
    written |= granule.writers;
    truly = truly || (granule.writers != 0 && several(granule.readers | granule.writers));
    shared.granules.push_back(granule);
  }
  if (!several(touched) || written == 0) return std::nullopt;
  shared.address = merged.line.address;
  auto [name, offset] =
      namer.object(merged.line.address + shared.granules[0].index * 8, merged.line.stack, true);
  shared.name = fmt::format("{}+{:#x}", name, offset);
  shared.transfers = merged.line.transfers;
  shared.false_sharing = !truly;
  shared.readers = names_of(merged.line.reading, symbols);
  shared.writers = names_of(merged.line.writing, symbols);
  return shared;
}

MemoryOutcome outcome_of(const std::string& workload, const std::vector<const Section*>& sections,
                         const Arm& arm, const std::vector<const Symbol*>& symbols,
                         const GuestReport& report) {
  MemoryOutcome outcome;
  outcome.workload = workload;
  std::map<uint64_t, Merged> lines;
  std::map<unsigned, uint64_t> offsets;
  for (const Section* section : sections) {
    merge(lines, *section);
    for (const auto& [processor, offset] : section->per_cpu) offsets[processor] = offset;
  }
  std::vector<std::pair<unsigned, uint64_t>> per_cpu(offsets.begin(), offsets.end());
  DataNamer namer(arm, per_cpu, report);
  std::map<std::string, DataObject> objects;
  std::map<std::string, std::array<std::set<uint64_t>, 2>> distinct;
  for (const auto& [address, merged] : lines) {
    bool first = true;
    for (const DataGranule& granule : merged.granules) {
      if (granule.loads + granule.stores == 0) continue;
      std::string name = namer.object(address + granule.index * 8, merged.line.stack, false).first;
      DataObject& object = objects[name];
      object.name = name;
      object.loads += granule.loads;
      object.stores += granule.stores;
      if (first) object.misses += merged.line.misses;
      first = false;
      distinct[name][0].insert(address / 64);
      distinct[name][1].insert(address / 128);
    }
    if (auto shared = shared_line(merged, namer, symbols))
      outcome.shared.push_back(std::move(*shared));
  }
  for (auto& [name, object] : objects) {
    object.lines64 = distinct[name][0].size();
    object.lines128 = distinct[name][1].size();
    outcome.objects.push_back(std::move(object));
  }
  std::stable_sort(
      outcome.objects.begin(), outcome.objects.end(),
      [](const auto& a, const auto& b) { return a.loads + a.stores > b.loads + b.stores; });
  std::stable_sort(outcome.shared.begin(), outcome.shared.end(),
                   [](const auto& a, const auto& b) { return a.transfers > b.transfers; });
  return outcome;
}

}  // namespace

std::vector<MemoryOutcome> memory_outcomes_of(const GuestReport& report, const Counts& counts,
                                              const Arm& arm) {
  std::vector<const Symbol*> symbols = plan_symbols(*arm.symbols);
  std::vector<std::string> order;
  std::map<std::string, std::vector<const Section*>> sections;
  // Which section is whose does not depend on the processor here: every task runs the same
  // workloads in one order.
  std::map<unsigned, size_t> next;
  std::map<unsigned, std::vector<const Section*>> by_processor;
  for (const Section& section : counts.sections)
    by_processor[section.processor].push_back(&section);
  for (const GuestSection& said : report.sections) {
    unsigned processor = report.cpus > 0 ? said.task % report.cpus : 0;
    auto& list = by_processor[processor];
    size_t& index = next[processor];
    if (index >= list.size()) continue;
    if (!sections.contains(said.workload)) order.push_back(said.workload);
    sections[said.workload].push_back(list[index++]);
  }
  std::vector<MemoryOutcome> outcomes;
  for (const std::string& workload : order)
    outcomes.push_back(outcome_of(workload, sections[workload], arm, symbols, report));
  return outcomes;
}

std::string memory_text(const MemoryOutcome& outcome, uint64_t operations, bool all) {
  std::string text;
  auto each = [operations](uint64_t value) {
    return fmt::format("{:.1f}", static_cast<double>(value) /
                                     static_cast<double>(std::max<uint64_t>(operations, 1)));
  };
  size_t shown = all ? outcome.objects.size() : std::min<size_t>(outcome.objects.size(), 12);
  if (shown > 0)
    text += fmt::format("    {:<40}{:>10}{:>10}{:>10}{:>12}{:>12}\n", "data (per operation)",
                        "loads", "stores", "misses", "64 B lines", "128 B lines");
  for (size_t i = 0; i < shown; ++i) {
    const DataObject& object = outcome.objects[i];
    text +=
        fmt::format("    {:<40}{:>10}{:>10}{:>10}{:>12}{:>12}\n", object.name, each(object.loads),
                    each(object.stores), each(object.misses), object.lines64, object.lines128);
  }
  size_t lines = all ? outcome.shared.size() : std::min<size_t>(outcome.shared.size(), 20);
  if (lines > 0)
    text += fmt::format(
        "    {} lines are shared and written; transfers follow the emulator's slices of time, they "
        "are no "
        "rate\n",
        outcome.shared.size());
  for (size_t i = 0; i < lines; ++i) {
    const SharedLine& line = outcome.shared[i];
    text +=
        fmt::format("    {:016x} {} ({} transfers){}\n", line.address, line.name, line.transfers,
                    line.false_sharing ? " FALSE SHARING: no 8 bytes of it are shared" : "");
    for (const DataGranule& granule : line.granules)
      text += fmt::format("      +{:<3} loads {:<9} stores {:<9} readers {:x} writers {:x}\n",
                          granule.index * 8, granule.loads, granule.stores, granule.readers,
                          granule.writers);
    auto list = [&](const char* what, const std::vector<std::string>& names) {
      if (names.empty()) return;
      text += fmt::format("      {}:", what);
      for (const std::string& name : names) text += " " + name;
      text += '\n';
    };
    list("read by", line.readers);
    list("written by", line.writers);
  }
  return text;
}

Json to_json(const MemoryOutcome& outcome) {
  Json objects = Json::array();
  for (const DataObject& object : outcome.objects)
    objects.push_back({{"name", object.name},
                       {"loads", object.loads},
                       {"stores", object.stores},
                       {"misses", object.misses},
                       {"lines64", object.lines64},
                       {"lines128", object.lines128}});
  Json shared = Json::array();
  for (const SharedLine& line : outcome.shared) {
    Json granules = Json::array();
    for (const DataGranule& granule : line.granules)
      granules.push_back({{"offset", granule.index * 8},
                          {"loads", granule.loads},
                          {"stores", granule.stores},
                          {"readers", fmt::format("{:x}", granule.readers)},
                          {"writers", fmt::format("{:x}", granule.writers)}});
    shared.push_back({{"address", fmt::format("{:x}", line.address)},
                      {"name", line.name},
                      {"transfers", line.transfers},
                      {"false_sharing", line.false_sharing},
                      {"granules", granules},
                      {"readers", line.readers},
                      {"writers", line.writers}});
  }
  return {{"workload", outcome.workload}, {"data", objects}, {"shared_lines", shared}};
}

}  // namespace lodestone::exact
