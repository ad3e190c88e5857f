// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/guard_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <memory>

namespace lodestone {
namespace {

struct Plan {
  pid_t owner = 0;
  std::vector<std::pair<std::string, std::string>> writes;  // newest change first: file, old value
  std::string journal;
};

constexpr int signals[] = {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS};
std::atomic<const Plan*> current{nullptr};

// Only async-signal-safe calls (signal-safety(7)). A forked child has the plan too, but not the
// right to carry it out.
extern "C" void restore_and_die(int number) {
  const Plan* plan = current.exchange(nullptr);
  if (plan && plan->owner == getpid()) {
    bool complete = true;
    for (const auto& [file, value] : plan->writes) {
      const int fd = open(file.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
      complete = fd >= 0 &&
                 write(fd, value.c_str(), value.size()) == static_cast<ssize_t>(value.size()) &&
                 complete;
      if (fd >= 0) close(fd);
    }
    if (complete) unlink(plan->journal.c_str());
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

void publish_restore_plan(const std::string& root, const std::vector<HeldSetting>& changes,
                          const std::string& journal_path) {
  // Old plans stay allocated: a handler on another thread may still read one. There are few, and
  // they are small.
  static std::vector<std::unique_ptr<const Plan>> plans;
  if (changes.empty()) {
    current.store(nullptr);
    return;
  }
  auto plan = std::make_unique<Plan>();
  plan->owner = getpid();
  for (auto change = changes.rbegin(); change != changes.rend(); ++change)
    plan->writes.emplace_back(root + change->path, change->before + "\n");
  plan->journal = journal_path;
  watch();
  current.store(plan.get());
  plans.push_back(std::move(plan));
}

}  // namespace lodestone
