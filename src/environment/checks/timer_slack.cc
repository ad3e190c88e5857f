// SPDX-License-Identifier: GPL-2.0-or-later
// Timer slack of this process (prctl(2), PR_SET_TIMERSLACK): inherited by what it starts.
#include <sys/prctl.h>

#include "base/text.h"
#include "environment/check.h"

namespace lodestone::check_timer_slack {
namespace {

CheckResult look(const Root& root) {
  auto slack = root.integer("/proc/self/timerslack_ns");
  // The call answers without /proc, too.
  if (const int own = root.real() ? ::prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0) : -1; !slack && own >= 0)
    slack = own;
  if (!slack) return unreadable("/proc/self/timerslack_ns");
  const std::string text = std::to_string(*slack / 1000) + " us";
  return {
      *slack <= 50'000 ? CheckState::good : CheckState::warning,
      text,
      "",
      {},
      *slack <= 50'000 ? "" : "start the shell anew, without the service manager's TimerSlackNSec"};
}

}  // namespace

extern const Check check_timer_slack{"D013 timer-slack",
                                     "sleeps and timeouts end up to this much late", look};

}  // namespace lodestone::check_timer_slack
