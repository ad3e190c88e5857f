// SPDX-License-Identifier: GPL-2.0-or-later
// CPU models, counts, layout, caches.
#include "sys/processor.h"

#include <algorithm>

#include "base/text.h"
#include "environment/facts.h"
#include "sys/cpus.h"

namespace lodestone::facts_processor {
namespace {

struct FlagName {
  const char* flag;
  const char* name;
};
// The x86 flags that UnixBench's report names, in its order (by flag).
constexpr FlagName flag_names[] = {{"cxmmx", "Cyrix MMX"},
                                   {"ht", "Hyper-Threading"},
                                   {"ia64", "IA-64"},
                                   {"lm", "x86-64"},
                                   {"mmx", "MMX"},
                                   {"mmxext", "AMD MMX"},
                                   {"pae", "Physical Address Ext"},
                                   {"sep", "SYSENTER/SYSEXIT"},
                                   {"svm", "AMD virtualization"},
                                   {"syscall", "SYSCALL/SYSRET"},
                                   {"vmx", "Intel virtualization"}};

std::string feature_line(const Processor& processor) {
  const bool arm = processor.identity.starts_with("0x");
  if (arm) return join(processor.features, ", ");
  std::vector<std::string> named;
  for (const FlagName& entry : flag_names)
    if (std::find(processor.features.begin(), processor.features.end(), entry.flag) !=
        processor.features.end())
      named.push_back(entry.name);
  return join(named, ", ");
}

// "0-3 50.0 ARM Cortex-A55; 4-7 50.0 ARM Cortex-A76": CPUs, bogomips ("-" where not given), model.
std::string processor_list(const std::vector<Processor>& all) {
  std::vector<std::pair<std::string, std::vector<int>>> groups;
  for (const Processor& processor : all) {
    const std::string kind =
        (processor.bogomips ? fixed(*processor.bogomips, 1) : "-") + " " + processor.model;
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& entry) { return entry.first == kind; });
    if (group == groups.end()) group = groups.insert(groups.end(), {kind, {}});
    group->second.push_back(processor.cpu);
  }
  std::vector<std::string> lines;
  for (const auto& [kind, cpus] : groups) lines.push_back(cpu_list_text(cpus) + " " + kind);
  return join(lines, "; ");
}

void collect_caches(const Root& root, Context& context) {
  const std::string folder = "/sys/devices/system/cpu/cpu0/cache";
  std::vector<std::string> caches;
  for (const std::string& index : root.list(folder)) {
    if (!index.starts_with("index")) continue;
    const auto level = root.line(folder + "/" + index + "/level"),
               size = root.line(folder + "/" + index + "/size");
    const std::string type = root.line(folder + "/" + index + "/type").value_or("");
    if (level && size)
      caches.push_back("L" + *level +
                       (type == "Data"          ? "d"
                        : type == "Instruction" ? "i"
                                                : "") +
                       " " + *size);
  }
  context.set("caches", join(caches, ", "));
}

void collect(const Root& root, Context& context) {
  const auto all = processors(root);
  if (!all.empty()) {
    context.set("cpu_model", processor_summary(all));
    context.set("cpu_identity", all[0].identity);
    context.set("microcode", all[0].microcode);
    context.set("cpu_list", processor_list(all));
    context.set("cpu_features", feature_line(all[0]));
    std::vector<std::string> flags = all[0].features;
    std::sort(flags.begin(), flags.end());
    context.set("cpu_flags", join(flags, " "));
  }
  const auto online = online_cpus(root);
  if (!online.empty()) context.set("cpus", std::to_string(online.size()));
  const CpuCounts counts = cpu_counts(cpu_places(root));
  if (counts.cpus > 0) {
    context.set("sockets", std::to_string(counts.packages));
    context.set("cores", std::to_string(counts.cores));
    context.set("threads_per_core", std::to_string(counts.threads_per_core));
    context.set("numa_nodes", std::to_string(counts.nodes));
  }
  collect_caches(root, context);
}

}  // namespace

extern const FactSource facts_processor{"processor", collect};

}  // namespace lodestone::facts_processor
