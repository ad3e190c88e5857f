// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/build_settings.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "sys/decompress.h"

namespace lodestone::explain {
namespace {

// Globs of options whose values only describe the build.
constexpr std::string_view descriptive[] = {
    "CONFIG_BUILD_SALT",      "CONFIG_LOCALVERSION*",   "CONFIG_VERSION_SIGNATURE",
    "CONFIG_CC_VERSION_TEXT", "CONFIG_GCC_VERSION",     "CONFIG_CLANG_VERSION",
    "CONFIG_AS_VERSION",      "CONFIG_LD_VERSION",      "CONFIG_LLD_VERSION",
    "CONFIG_PAHOLE_VERSION",  "CONFIG_RUSTC_VERSION*",  "CONFIG_DEFAULT_HOSTNAME",
    "CONFIG_MODULE_SIG_KEY",  "CONFIG_SYSTEM_TRUSTED_*"};

// Options that change hot paths, data layout or the cost of entering the kernel.
constexpr std::string_view weighty[] = {"CONFIG_PREEMPT*",
                                        "CONFIG_HZ*",
                                        "CONFIG_NO_HZ*",
                                        "CONFIG_DEBUG_*",
                                        "CONFIG_*LOCKDEP*",
                                        "CONFIG_PROVE_*",
                                        "CONFIG_LOCK_*",
                                        "CONFIG_KASAN*",
                                        "CONFIG_KCSAN*",
                                        "CONFIG_KMSAN*",
                                        "CONFIG_UBSAN*",
                                        "CONFIG_PARAVIRT*",
                                        "CONFIG_MITIGATION*",
                                        "CONFIG_SPECULATION*",
                                        "CONFIG_RETPOLINE",
                                        "CONFIG_RETHUNK",
                                        "CONFIG_PAGE_TABLE_ISOLATION",
                                        "CONFIG_RANDSTRUCT*",
                                        "CONFIG_NUMA_BALANCING*",
                                        "CONFIG_TRANSPARENT_HUGEPAGE*",
                                        "CONFIG_SLUB*",
                                        "CONFIG_SLAB*",
                                        "CONFIG_INIT_ON_*",
                                        "CONFIG_INIT_STACK*",
                                        "CONFIG_STACKPROTECTOR*",
                                        "CONFIG_FORTIFY_SOURCE",
                                        "CONFIG_CFI*",
                                        "CONFIG_LTO*",
                                        "CONFIG_CC_OPTIMIZE*",
                                        "CONFIG_FUNCTION_ALIGNMENT*",
                                        "CONFIG_FTRACE*",
                                        "CONFIG_FUNCTION_TRACER",
                                        "CONFIG_HARDENED_USERCOPY",
                                        "CONFIG_MEMCG*",
                                        "CONFIG_CGROUP*",
                                        "CONFIG_SECURITY*",
                                        "CONFIG_AUDIT*",
                                        "CONFIG_NR_CPUS",
                                        "CONFIG_MAXSMP",
                                        "CONFIG_RANDOMIZE_KSTACK*",
                                        "CONFIG_SCHED_*",
                                        "CONFIG_RCU_*",
                                        "CONFIG_X86_*CACHE*"};

constexpr std::string_view weighty_words[] = {"mitigations*",
                                              "nopti",
                                              "pti*",
                                              "spectre*",
                                              "spec_*",
                                              "retbleed*",
                                              "l1tf*",
                                              "mds*",
                                              "tsx*",
                                              "nosmt*",
                                              "maxcpus*",
                                              "nr_cpus*",
                                              "isolcpus*",
                                              "nohz*",
                                              "rcu_*",
                                              "idle*",
                                              "intel_idle*",
                                              "intel_pstate*",
                                              "amd_pstate*",
                                              "processor.*",
                                              "clocksource*",
                                              "tsc*",
                                              "transparent_hugepage*",
                                              "hugepages*",
                                              "default_hugepagesz*",
                                              "preempt*",
                                              "randomize_kstack_offset*",
                                              "numa*",
                                              "init_on_*",
                                              "slub_debug*",
                                              "slab_*",
                                              "page_poison*",
                                              "debug*",
                                              "kasan*",
                                              "audit*",
                                              "security*",
                                              "lsm*",
                                              "norandmaps",
                                              "nokaslr",
                                              "iommu*",
                                              "intel_iommu*",
                                              "amd_iommu*",
                                              "noibrs",
                                              "noxsave*"};

// The weightiest of them by far, in this order: another preemption model or a debugging kernel is
// another kernel.
constexpr std::string_view weightiest[] = {
    "CONFIG_PREEMPT_RT", "CONFIG_PREEMPT*", "CONFIG_KASAN",     "CONFIG_KCSAN",
    "CONFIG_KMSAN",      "CONFIG_UBSAN",    "CONFIG_LOCKDEP",   "CONFIG_PROVE_*",
    "CONFIG_LOCK_STAT",  "CONFIG_PARAVIRT", "CONFIG_PARAVIRT*", "CONFIG_HZ"};

size_t rank_of(const Setting& setting) {
  for (size_t i = 0; i < std::size(weightiest); ++i)
    if (glob_match(weightiest[i], setting.name)) return i;
  return std::size(weightiest) + !setting.matters;
}

template <typename List>
bool fits(std::string_view name, const List& globs) {
  return std::any_of(std::begin(globs), std::end(globs),
                     [&](std::string_view glob) { return glob_match(glob, name); });
}

}  // namespace

std::map<std::string, std::string> parse_config(std::string_view text) {
  std::map<std::string, std::string> options;
  for (std::string_view line : split(text, '\n')) {
    line = trim(line);
    if (line.starts_with("CONFIG_")) {
      const size_t equal = line.find('=');
      if (equal != std::string_view::npos)
        options[std::string(line.substr(0, equal))] = line.substr(equal + 1);
    } else if (line.starts_with("# CONFIG_") && line.ends_with(" is not set")) {
      options[std::string(line.substr(2, line.size() - 2 - 11))] = "n";
    }
  }
  return options;
}

std::string embedded_config(const KernelImage& image) {
  const std::string_view content = image.content;
  const size_t start = content.find("IKCFG_ST\x1f\x8b");
  if (start == std::string_view::npos) return "";
  auto config = decompress(content.substr(start + 8), size_t{16} << 20);
  return config ? std::move(*config) : std::string();
}

std::string compiler_of(std::string_view banner) {
  // The third parenthesis group may hold parentheses itself.
  const size_t begin = banner.find(") (");
  if (begin == std::string_view::npos) return "";
  int depth = 0;
  for (size_t i = begin + 2; i < banner.size(); ++i) {
    depth += banner[i] == '(';
    depth -= banner[i] == ')';
    if (depth == 0) return std::string(banner.substr(begin + 3, i - begin - 3));
  }
  return "";
}

std::vector<Setting> config_differences(const std::map<std::string, std::string>& base,
                                        const std::map<std::string, std::string>& next) {
  std::vector<Setting> settings;
  std::set<std::string> names;
  for (const auto& [name, value] : base) names.insert(name);
  for (const auto& [name, value] : next) names.insert(name);
  for (const std::string& name : names) {
    const auto before = base.find(name), after = next.find(name);
    Setting setting{name, before == base.end() ? "" : before->second,
                    after == next.end() ? "" : after->second, fits(name, weighty)};
    // Not listed at all and not set are the same: the option's dependencies changed.
    const auto off = [](const std::string& value) { return value.empty() || value == "n"; };
    if (setting.base == setting.next || (off(setting.base) && off(setting.next))) continue;
    if (!fits(name, descriptive)) settings.push_back(std::move(setting));
  }
  std::stable_sort(settings.begin(), settings.end(),
                   [](const Setting& x, const Setting& y) { return rank_of(x) < rank_of(y); });
  return settings;
}

std::vector<Setting> command_line_differences(std::string_view base, std::string_view next) {
  // Where the kernel lies and which disk it roots on do not change its speed.
  constexpr std::string_view placing[] = {"BOOT_IMAGE=*", "root=*",     "resume=*",
                                          "initrd=*",     "ro",         "rw",
                                          "console=*",    "hostname=*", "crashkernel=*"};
  std::multiset<std::string> before, after;
  for (const std::string_view word : words(base))
    if (!fits(word, placing)) before.emplace(word);
  for (const std::string_view word : words(next))
    if (!fits(word, placing)) after.emplace(word);
  std::vector<Setting> settings;
  for (const std::string& word : before)
    if (!after.contains(word)) settings.push_back({word, word, "", fits(word, weighty_words)});
  for (const std::string& word : after)
    if (!before.contains(word)) settings.push_back({word, "", word, fits(word, weighty_words)});
  return settings;
}

}  // namespace lodestone::explain
