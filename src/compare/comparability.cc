// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/comparability.h"

#include <array>

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
                               Fact{"options", "options of the benchmark"},
                               Fact{"measured_command", "measured command"}};

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
  return result;
}

}  // namespace lodestone
