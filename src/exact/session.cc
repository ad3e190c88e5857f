// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/session.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "base/fd.h"
#include "base/text.h"
#include "exact/cache.h"
#include "exact/slab_layout.h"
#include "workload/catalog.h"

namespace lodestone::exact {
namespace {

// What can run in the guest. Named workloads that cannot are findings; none left is an error.
Result<std::vector<GuestJob>> jobs_of(const SessionOptions& options,
                                      std::vector<Finding>& findings) {
  std::vector<GuestJob> jobs;
  std::string refused;
  for (const std::string& text : options.workloads) {
    auto pieces = split_commas(text);
    LODESTONE_ASSIGN(auto found, find_workloads({pieces[0]}));
    GuestJob job;
    job.operations = options.operations;
    for (size_t i = 1; i < pieces.size(); ++i) {
      size_t equals = pieces[i].find('=');
      if (equals == std::string::npos || pieces[i].find_first_of(" \n") != std::string::npos)
        return fail(ErrorCode::usage, "this is no parameter: '" + pieces[i] + "'", {},
                    "write NAME=VALUE, without blanks");
      job.parameters[pieces[i].substr(0, equals)] = pieces[i].substr(equals + 1);
    }
    for (const lodestone_workload* workload : found) {
      std::string reason;
      if (workload->flags & LODESTONE_NO_GUEST)
        reason = workload->guest_reason != nullptr ? workload->guest_reason
                                                   : "it cannot run in the guest";
      else if (options.cpus > 1 && (workload->flags & LODESTONE_SINGLE))
        reason = "it has one task only";
      for (const auto& [name, value] : job.parameters) {
        const auto* declared = workload->parameters;
        while (declared != nullptr && declared->name != nullptr && name != declared->name)
          ++declared;
        if (name != "like" && (declared == nullptr || declared->name == nullptr))
          return fail(ErrorCode::usage,
                      std::string(workload->name) + " has no parameter '" + name + "'");
      }
      if (!reason.empty()) {
        refused = std::string(workload->name) + ": " + reason;
        add_finding(
            findings,
            {"F601 not-in-the-guest", std::string(workload->name) + " was left out", reason, {}});
        continue;
      }
      job.workload = workload->name;
      bool twice = false;
      for (const GuestJob& other : jobs) twice = twice || other.workload == job.workload;
      if (!twice) jobs.push_back(job);
    }
  }
  if (jobs.empty())
    return fail(ErrorCode::usage, "there is no workload that can run in the guest", refused,
                "lodestone list shows the workloads; scale/getppid1 is a good first one");
  return jobs;
}

struct Prepared {
  SessionOptions options;
  BootOptions boot;
  Emulator emulator;
  std::string guest_path, guest_program;
  SymbolMap guest_symbols;
  std::string guest_fingerprint, plugin_fingerprint;
};

// What stands beside the guest program for it.
Result<std::map<std::string, std::string>> programs_of(const std::string& guest_path) {
  std::map<std::string, std::string> programs;
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator(guest_path + "-programs", problem)) {
    LODESTONE_ASSIGN(programs[entry.path().filename().string()], read_file(entry.path().string()));
  }
  return programs;
}

std::string fingerprint_of_guest(const Prepared& prepared) {
  std::string guest = fingerprint_of(prepared.guest_program);
  for (const auto& [name, content] : prepared.boot.programs)
    guest += " " + name + " " + fingerprint_of(content);
  return guest;
}

std::string key_of(const Prepared& prepared, const Arm& arm) {
  return fmt::format(
      "kernel {}\ncommand line {}\ncpu {}\nguest {}\nplugin {}\nemulator {}\ncount {} {}\ncpus {} "
      "tasks {} repeat {} memory "
      "{}\n{}",
      arm.fingerprint, arm.command_line, arm.cpu, prepared.guest_fingerprint,
      prepared.plugin_fingerprint, prepared.emulator.version, prepared.boot.count,
      prepared.boot.cache, prepared.boot.cpus, prepared.boot.tasks, prepared.options.repeat,
      prepared.boot.memory_megabytes, guest_plan(prepared.boot));
}

Result<void> interpret(ArmOutcome& outcome, const Prepared& prepared, const std::string& console,
                       const std::string& counts) {
  LODESTONE_ASSIGN(GuestReport report, read_guest_report(console));
  LODESTONE_ASSIGN(Counts read, read_counts(counts));
  LODESTONE_ASSIGN(outcome.workloads,
                   outcomes_of(report, read, prepared.boot, outcome.arm, prepared.guest_symbols));
  if (prepared.boot.count != "instructions") {
    outcome.memory = memory_outcomes_of(report, read, outcome.arm);
    if (!report.slabs.empty())
      add_finding(outcome.findings,
                  {"F612 slabs-at-the-end",
                   "objects in slabs have the name of the cache that had their page when all work "
                   "was done",
                   "a page may have belonged to another before; caches that the kernel merged have "
                   "one name",
                   "boot with slab_nomerge to tell merged caches apart"});
  }
  if (!report.release.empty() && !outcome.arm.release.empty() &&
      report.release != outcome.arm.release)
    return fail(ErrorCode::failed, "another kernel ran than was given",
                "the guest saw " + report.release + ", the image holds " + outcome.arm.release);
  return {};
}

// A private folder that goes away again.
class Scratch {
 public:
  Scratch() {
    const char* base = std::getenv("TMPDIR");
    std::string pattern =
        std::string(base != nullptr && *base ? base : "/tmp") + "/lodestone-exact-XXXXXX";
    if (::mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Result<BootOutput> boot_once(const Arm& arm, const Prepared& prepared) {
  Scratch scratch;
  if (scratch.path().empty())
    return fail(ErrorCode::io, "a temporary folder cannot be made", {},
                "set TMPDIR to a folder that can be written");
  BootOptions options = prepared.boot;
  if (options.count != "instructions") {
    LODESTONE_ASSIGN(const KernelImage image, load_kernel_image(arm.image));
    if (const auto layout = slab_layout_of(image, *arm.symbols))
      options.slab_layout = layout->text();
  }
  return boot(arm, prepared.emulator, prepared.guest_path, options, scratch.path());
}

// Boots that disagree leave a range, which takes every one of them.
void add_other_boots(ArmOutcome& outcome, const Prepared& prepared,
                     const std::vector<Result<BootOutput>>& boots) {
  for (const auto& boot : boots) {
    ArmOutcome other;
    other.arm = outcome.arm;
    if (!interpret(other, prepared, boot->console, boot->counts)) continue;
    for (WorkloadOutcome& workload : outcome.workloads)
      for (const WorkloadOutcome& same : other.workloads) {
        if (same.workload != workload.workload || !same.has_result()) continue;
        for (size_t q = 0; q < quantities; ++q) workload.by_boot[q].push_back(same.headline(q));
      }
  }
}

void settle_arm(ArmOutcome& outcome, const Prepared& prepared,
                std::vector<Result<BootOutput>>& boots, const Cache& cache) {
  for (auto& output : boots) {
    if (!output) {
      outcome.error = output.error();
      return;
    }
    outcome.cpu_seconds += output->cpu_seconds;
    outcome.wall_seconds += output->wall_seconds;
  }
  outcome.boots = static_cast<unsigned>(boots.size());
  bool same = true;
  for (auto& output : boots) same = same && output->counts == boots[0]->counts;
  outcome.deterministic = same && boots.size() > 1;
  if (!same)
    add_finding(
        outcome.findings,
        {"F602 boots-differ",
         "the boots of " + outcome.arm.label + " did not agree to the last instruction",
         deterministic(prepared.emulator, prepared.boot.cpus)
             ? "something in this kernel depends on chance"
             : "QEMU " + prepared.emulator.version + " is not deterministic with several CPUs",
         "verdicts stay undecided, with the range that the boots leave; take one CPU, or QEMU 8.1 "
         "or "
         "newer"});
  else if (boots.size() == 1)
    add_finding(outcome.findings,
                {"F603 one-boot", "determinism was not checked for " + outcome.arm.label,
                 "one boot only was made", "--repeat 2"});
  auto done = interpret(outcome, prepared, boots[0]->console, boots[0]->counts);
  if (!done) {
    outcome.error = done.error();
    return;
  }
  if (!same) add_other_boots(outcome, prepared, boots);
  if (same) {
    auto stored = cache.store(key_of(prepared, outcome.arm),
                              {std::to_string(boots.size()), boots[0]->console, boots[0]->counts});
    if (!stored)
      add_finding(outcome.findings, {"F604 not-cached",
                                     "the result could not be kept: " + stored.error().what,
                                     stored.error().why,
                                     {}});
  }
}

void take_from_cache(ArmOutcome& outcome, const Prepared& prepared, const Cache& cache) {
  auto parts = cache.find(key_of(prepared, outcome.arm));
  if (!parts || parts->size() != 3) return;
  ArmOutcome known = outcome;
  known.boots = static_cast<unsigned>(parse_integer((*parts)[0]).value_or(0));
  known.deterministic = known.boots > 1;
  if (!interpret(known, prepared, (*parts)[1], (*parts)[2])) return;
  known.from_cache = true;
  outcome = std::move(known);
}

// Calls `use` with 0 to `number` - 1, at most `jobs` at a time; 0: as many as there are processors.
template <typename Use>
void in_parallel(size_t number, size_t jobs, Use use) {
  if (jobs == 0) jobs = std::max(1u, std::thread::hardware_concurrency());
  std::atomic<size_t> next{0};
  std::vector<std::thread> threads;
  for (size_t j = 0; j < std::min(jobs, number); ++j)
    threads.emplace_back([&] {
      for (size_t i; (i = next++) < number;) use(i);
    });
  for (std::thread& thread : threads) thread.join();
}

void boot_all(Session& session, const Prepared& prepared, const Cache& cache) {
  struct Work {
    ArmOutcome* arm;
    std::vector<Result<BootOutput>> boots;
  };
  in_parallel(session.arms.size(), prepared.options.jobs, [&](size_t i) {
    if (!session.arms[i].error) take_from_cache(session.arms[i], prepared, cache);
  });
  std::vector<Work> work;
  for (ArmOutcome& arm : session.arms) {
    if (arm.error || arm.from_cache) continue;
    work.push_back({&arm, {}});
    for (unsigned i = 0; i < prepared.options.repeat; ++i)
      work.back().boots.push_back(fail(ErrorCode::interrupted, "not booted"));
  }
  size_t total = work.size() * prepared.options.repeat;
  if (total == 0) return;
  size_t jobs = prepared.options.jobs;
  if (jobs == 0) jobs = std::max(1u, std::thread::hardware_concurrency());
  std::atomic<size_t> done{0};
  if (prepared.options.progress)
    prepared.options.progress(
        fmt::format("booting {} times, {} at a time", total, std::min(jobs, total)));
  in_parallel(total, jobs, [&](size_t i) {
    Work& mine = work[i / prepared.options.repeat];
    mine.boots[i % prepared.options.repeat] = boot_once(mine.arm->arm, prepared);
    size_t finished = ++done;
    if (prepared.options.progress)
      prepared.options.progress(fmt::format("{} of {} boots done", finished, total));
  });
  for (Work& mine : work) settle_arm(*mine.arm, prepared, mine.boots, cache);
}

}  // namespace

Result<Session> run_session(const SessionOptions& options) {
  Session session;
  Prepared prepared;
  prepared.options = options;
  LODESTONE_ASSIGN(prepared.boot.jobs, jobs_of(options, session.findings));
  prepared.boot.phases = options.phases;
  prepared.boot.cpus = options.cpus;
  prepared.boot.tasks = static_cast<unsigned>(options.cpus);
  prepared.boot.count = options.count;
  prepared.boot.cache = options.cache_model;
  prepared.boot.timeout_seconds = options.timeout_seconds;
  prepared.boot.memory_megabytes = options.memory_megabytes;
  const Cache cache(options.cache_directory, options.use_cache);
  for (size_t i = 0; i < options.arms.size(); ++i) {
    ArmOutcome outcome;
    auto arm = prepare_arm(options.arms[i], i == 0 ? nullptr : &options.arms[0],
                           i == 0 ? nullptr : &session.arms[0].arm, cache);
    if (!arm && (i == 0 || options.arms.size() == 2)) return tl::unexpected<Error>(arm.error());
    if (arm) {
      outcome.arm = std::move(*arm);
      outcome.findings = outcome.arm.findings;
    } else {
      outcome.error = arm.error();
      outcome.arm.label =
          options.arms[i].label.empty() ? options.arms[i].kernel : options.arms[i].label;
    }
    session.arms.push_back(std::move(outcome));
  }
  Architecture architecture = session.arms[0].arm.architecture;
  LODESTONE_ASSIGN(prepared.emulator, find_emulator(architecture, options.emulator));
  session.emulator = prepared.emulator;
  if (options.cpus > 1 && architecture == Architecture::arm64 && prepared.emulator.major >= 9)
    return fail(ErrorCode::unsupported,
                "several CPUs cannot be told apart on arm64 with this emulator",
                "QEMU 9 and later give plugins the number of the processor that translated, not of "
                "the one that runs",
                "--cpus 1, or QEMU 7.2 to 8.2");
  LODESTONE_ASSIGN(prepared.guest_path, find_guest(architecture));
  LODESTONE_ASSIGN(prepared.guest_program, read_file(prepared.guest_path));
  LODESTONE_ASSIGN(prepared.boot.programs, programs_of(prepared.guest_path));
  LODESTONE_ASSIGN(prepared.guest_symbols, symbols_from_elf(prepared.guest_program));
  LODESTONE_ASSIGN(std::string plugin, read_file(prepared.emulator.plugin));
  prepared.plugin_fingerprint = fingerprint_of(plugin);
  prepared.guest_fingerprint = fingerprint_of_guest(prepared);
  boot_all(session, prepared, cache);
  return session;
}

}  // namespace lodestone::exact
