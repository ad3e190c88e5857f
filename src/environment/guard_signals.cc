// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/guard_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <map>
#include <memory>

namespace lodestone {
namespace {

struct Write {
  std::string file;
  std::string before;             // the value to put back
  std::string text;               // it with a newline
  std::vector<std::string> ours;  // values that we wrote, or were about to
};

struct GuardPlan {
  std::vector<Write> writes;  // newest change first
  std::string journal;
};

struct Plan {
  pid_t owner = 0;
  std::map<const void*, GuardPlan> guards;
};

constexpr int signals[] = {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS};
std::atomic<const Plan*> current{nullptr};

// The value that the file holds, in `buffer`; false if it cannot be read.
bool read_value(const char* file, char (&buffer)[4096], std::string_view& value) {
  const int fd = open(file, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const ssize_t size = read(fd, buffer, sizeof buffer);
  close(fd);
  if (size < 0) return false;
  value = setting_value({buffer, static_cast<size_t>(size)});
  return true;
}

// False if something is still to be done. As SettingsGuard::restore(): what somebody else changed
// meanwhile is left alone.
bool put_back(const Write& change) {
  static char buffer[4096];
  std::string_view now;
  if (read_value(change.file.c_str(), buffer, now)) {
    if (same_value(now, change.before)) return true;
    bool ours = false;
    for (const std::string& value : change.ours) ours = ours || same_value(value, now);
    if (!ours) return true;
  }
  const int fd = open(change.file.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (fd < 0) return false;
  const bool wrote = write(fd, change.text.c_str(), change.text.size()) ==
                     static_cast<ssize_t>(change.text.size());
  close(fd);
  return wrote;
}

// Only async-signal-safe calls (signal-safety(7)): no allocation, nothing of stdio. A forked child
// has the plan too, but not the right to carry it out.
extern "C" void restore_and_die(int number) {
  const Plan* plan = current.exchange(nullptr);
  if (plan && plan->owner == getpid())
    for (const auto& [guard, part] : plan->guards) {
      bool complete = true;
      for (const Write& change : part.writes) complete = put_back(change) && complete;
      if (complete) unlink(part.journal.c_str());
    }
  signal(number, SIG_DFL);
  raise(number);
}

void watch() {
  for (const int number : signals) {
    struct sigaction old{};
    if (sigaction(number, nullptr, &old) != 0 || old.sa_handler != SIG_DFL ||
        (old.sa_flags & SA_SIGINFO))
      continue;
    struct sigaction action{};
    action.sa_handler = restore_and_die;
    action.sa_flags = SA_NODEFER;
    sigaction(number, &action, nullptr);
  }
}

}  // namespace

void publish_restore_plan(const void* guard, const std::string& root,
                          const std::vector<HeldSetting>& changes,
                          const std::vector<HeldSetting>& journaled,
                          const std::string& journal_path) {
  // Old plans stay allocated: a handler on another thread may still read one. There are few, and
  // they are small.
  static std::vector<std::unique_ptr<const Plan>> plans;
  auto plan = std::make_unique<Plan>();
  // A child that was forked with a plan begins with none.
  if (!plans.empty() && plans.back()->owner == getpid()) plan->guards = plans.back()->guards;
  plan->owner = getpid();
  plan->guards.erase(guard);
  if (!changes.empty()) {
    GuardPlan& part = plan->guards[guard];
    part.journal = journal_path;
    for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
      Write write{root + change->path, change->before, change->before + "\n", {}};
      for (const HeldSetting& known : journaled)
        if (known.path == change->path) write.ours.push_back(known.after);
      part.writes.push_back(std::move(write));
    }
  }
  if (plan->guards.empty()) {
    current.store(nullptr);
  } else {
    watch();
    current.store(plan.get());
  }
  plans.push_back(std::move(plan));
}

}  // namespace lodestone
