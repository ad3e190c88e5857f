// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/comparability.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"

namespace lodestone {
namespace {

struct Fact {
  const char* name;
  const char* what;
};

// Numbers taken under different values of these say nothing about a change of the kernel.
constexpr std::array breaking{Fact{"cpu_model", "CPU model"},
                              Fact{"cpus", "number of CPUs"},
                              Fact{"architecture", "architecture"},
                              Fact{"workload_version", "version of the workloads"},
                              Fact{"filesystem", "filesystem of the files"},
                              Fact{"settings", "settings of the benchmark"},
                              Fact{"estimator", "what one value stands for"}};

// These can move numbers by themselves; where one of them is not the change under test, it is a
// rival explanation.
constexpr std::array mattering{Fact{"governor", "frequency governor"},
                               Fact{"turbo", "turbo"},
                               Fact{"mitigations", "mitigations"},
                               Fact{"microcode", "microcode"},
                               Fact{"smt", "SMT"},
                               Fact{"transparent_hugepages", "huge pages"},
                               Fact{"virtual_machine", "virtualisation"},
                               Fact{"cpu_quota", "CPU quota"},
                               Fact{"memory_limit", "memory limit"},
                               Fact{"libc", "C library"},
                               Fact{"shell", "shell"},
                               Fact{"coreutils", "coreutils"},
                               Fact{"numa_balancing", "NUMA balancing"},
                               Fact{"address_randomisation", "address randomisation"},
                               Fact{"usable_cpus", "usable CPUs"},
                               Fact{"seccomp", "seccomp filter"},
                               Fact{"clock_source", "clock source"},
                               Fact{"preemption", "preemption model"},
                               Fact{"frequency_driver", "frequency driver"},
                               Fact{"energy_preference", "energy preference"},
                               Fact{"max_frequency_mhz", "highest frequency"},
                               Fact{"idle_driver", "idle driver"},
                               Fact{"isolated_cpus", "isolated CPUs"},
                               Fact{"allowed_cpus", "allowed CPUs"},
                               Fact{"sockets", "number of sockets"},
                               Fact{"threads_per_core", "threads of a core"},
                               Fact{"numa_nodes", "number of memory nodes"},
                               Fact{"caches", "caches"},
                               Fact{"memory", "memory"},
                               Fact{"ksm", "same-page merging"},
                               Fact{"container", "container"},
                               Fact{"firmware", "firmware"},
                               Fact{"security_modules", "security modules"},
                               Fact{"filesystem_options", "options of the filesystem"},
                               Fact{"filesystem_device", "device of the filesystem"},
                               Fact{"placement", "placement of the tasks"},
                               Fact{"schedule", "schedule of the passes"},
                               Fact{"compiler", "compiler of the workloads"},
                               Fact{"compiler_flags", "compiler flags of the workloads"},
                               Fact{"emulator", "emulator"},
                               Fact{"emulated_cpu", "emulated CPU"},
                               Fact{"collate", "collation"},
                               Fact{"options", "options of the benchmark"},
                               Fact{"measured_command", "measured command"}};

// What is under test, or names the side: no difference between machines or their states.
constexpr const char* tested[] = {"kernel",
                                  "kernel_version",
                                  "kernel_banner",
                                  "kernel_build_id",
                                  "kernel_config_digest",
                                  "command_line",
                                  "command",
                                  "label",
                                  "arm",
                                  "file"};

bool is_tested(std::string_view name) {
  return name.starts_with("arm_") ||
         std::find(std::begin(tested), std::end(tested), name) != std::end(tested);
}

template <size_t count>
bool holds(const std::array<Fact, count>& facts, std::string_view name) {
  return std::any_of(facts.begin(), facts.end(), [&](const Fact& f) { return f.name == name; });
}

std::string both(const Fact& fact, const std::string& a, const std::string& b) {
  return std::string(fact.what) + " differs: " + a + " against " + b;
}

// "Intel(R) Xeon(R) Silver 4210 CPU" and "Intel Xeon Silver 4210" name one model.
std::string plain(std::string text) {
  for (const char* noise : {"(R)", "(r)", "(TM)", "(tm)", "CPU", "Processor", "processor"})
    text = replace_all(text, noise, " ");
  const std::string lower = to_lower(text);  // outlives the words, which are views of it
  std::string out;
  for (std::string_view word : words(lower)) out += (out.empty() ? "" : " ") + std::string(word);
  return out;
}

// Equal workloads on both sides whose programs are not the same bytes.
bool programs_differ(const Side& base, const Side& new_) {
  const auto a = base.context.get("workload_digest"), b = new_.context.get("workload_digest");
  if (!a || !b || *a == *b) return false;
  const auto workloads_of = [](const Side& side) {
    std::set<std::string> found;
    for (const SideMeasurement& m : side.measurements) found.insert(m.workload);
    return found;
  };
  return workloads_of(base) == workloads_of(new_);
}

// All other facts, in one remark. Long values are not repeated.
void note_the_rest(const Side& base, const Side& new_, std::vector<Finding>& findings) {
  std::vector<std::string> found;
  for (const auto& [name, a] : base.context.facts) {
    const auto b = new_.context.get(name);
    if (!b || a == *b || is_tested(name) || holds(breaking, name) || holds(mattering, name) ||
        name == "workload_digest")
      continue;
    const bool brief = a.size() <= 40 && b->size() <= 40;
    found.push_back(brief ? name + " (" + a + " against " + *b + ")" : name);
  }
  if (!found.empty())
    add_finding(findings,
                {code_harmless, "differs, and does not matter by itself: " + join(found, ", "),
                 "nothing measured here is known to depend on it", ""});
}

}  // namespace

Comparability comparability_of(const Side& base, const Side& new_) {
  Comparability result;
  for (const Fact& fact : breaking) {
    const auto a = base.context.get(fact.name), b = new_.context.get(fact.name);
    if (!a || !b || plain(*a) == plain(*b)) continue;
    result.comparable = false;
    add_finding(result.findings, {"F032 not-comparable", both(fact, *a, *b),
                                  "the numbers then differ for this reason alone",
                                  "measure both sides on one machine"});
  }
  const auto matters = [&](const Fact& fact) {
    const auto a = base.context.get(fact.name), b = new_.context.get(fact.name);
    if (!a || !b || *a == *b) return;
    add_finding(result.findings,
                {"F033 context-differs", both(fact, *a, *b), "it can move the numbers by itself",
                 "make it equal on both sides, unless it is what is being tested"});
  };
  // A published table's command; of our own runs it is the command line that measured.
  if (!base.context.get("workload_version") && !new_.context.get("workload_version"))
    matters({"command", "command"});
  for (const Fact& fact : mattering) matters(fact);
  if (programs_differ(base, new_))
    add_finding(result.findings,
                {"F033 context-differs", "programs of the workloads differ",
                 "another build of lodestone made them, and other bytes can have another speed",
                 "measure both sides with one build"});
  note_the_rest(base, new_, result.findings);
  return result;
}

}  // namespace lodestone
