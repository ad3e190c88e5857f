// SPDX-License-Identifier: GPL-2.0-or-later
// Process groups that must not outlive us, even when we have no chance to end them (kill -9).
// PR_SET_PDEATHSIG reaches the first program of a group only, not what that one started; so one
// small process of ours, started with the first command, holds a pipe whose other end closes when
// we die, and then kills what was still running. A program that left its group (setsid(2)) escapes.
#pragma once

#include <sys/types.h>

namespace lodestone {

// The pipe to the watcher, which is started if need be; -1 where it cannot be.
int watcher_pipe();

// Only an async-signal-safe call: the child says this of its own group before it becomes a program.
void watch_group(int pipe, pid_t group);
// The group was ended and reaped.
void forget_group(int pipe, pid_t group);

}  // namespace lodestone
