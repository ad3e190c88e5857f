// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/clock.h"

#include <cstdio>
#include <ctime>

namespace lodestone {
namespace {
int64_t now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}
}  // namespace

int64_t monotonic_ns() {
  return now(CLOCK_MONOTONIC);
}
int64_t utc_ns() {
  return now(CLOCK_REALTIME);
}

std::string utc_text(int64_t utc_nanoseconds) {
  const time_t seconds = utc_nanoseconds / 1'000'000'000;
  tm parts{};
  gmtime_r(&seconds, &parts);
  char text[80];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02dZ", parts.tm_year + 1900,
                parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
  return text;
}

std::string utc_now() {
  return utc_text(utc_ns());
}

}  // namespace lodestone
