// SPDX-License-Identifier: GPL-2.0-or-later
#include <re2/re2.h>

#include <cmath>

#include "base/clock.h"
#include "base/digit.h"
#include "base/text.h"
#include "measure/instruments.h"
#include "measure/interleave/subject.h"
#include "sys/process.h"

namespace lodestone {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

// The whole number around what the group caught, where the pattern says nothing of what stands
// there: "([0-9]+)" takes 12 out of 12.5, and "([0-9.]+) ms" 5 out of -5, and nobody would see it.
std::string_view whole_number(std::string_view output, std::string_view match,
                              std::string_view group) {
  const auto digit_at = [&](size_t at) { return at < output.size() && is_digit(output[at]); };
  const auto mark_at = [&](size_t at) {
    return at < output.size() && (output[at] == '.' || output[at] == ',');
  };
  auto from = static_cast<size_t>(group.data() - output.data());
  size_t to = from + group.size();
  if (to > 0 && digit_at(to - 1) && group.data() + group.size() == match.data() + match.size()) {
    while (digit_at(to) || (mark_at(to) && digit_at(to + 1))) ++to;
    if (to < output.size() && (output[to] == 'e' || output[to] == 'E')) {
      const bool sign = to + 1 < output.size() && (output[to + 1] == '-' || output[to + 1] == '+');
      for (size_t at = to + (sign ? 2 : 1); digit_at(at);) to = ++at;
    }
  }
  if (digit_at(from) && group.data() == match.data()) {
    while (from > 0 &&
           (digit_at(from - 1) || (mark_at(from - 1) && from > 1 && digit_at(from - 2))))
      --from;
    // A minus that joins words or ends a range is no sign.
    constexpr std::string_view before_sign = " \t\n:=(,";
    if (from > 0 && output[from - 1] == '-' &&
        (from == 1 || before_sign.find(output[from - 2]) != std::string_view::npos))
      --from;
  }
  return output.substr(from, to - from);
}

constexpr std::string_view waiting = "lodestone-waits ";

// The command in a shell that says who it is, waits for a line, and becomes the command: counters
// are on it before its first instruction.
std::vector<std::string> held(std::vector<std::string> words) {
  words.insert(
      words.begin(),
      {"/bin/sh", "-c",
       "echo \"" + std::string(waiting) + "$$\"; read -r go; exec \"$@\" < /dev/null", "sh"});
  return words;
}

class CommandSubject final : public Subject {
 public:
  explicit CommandSubject(std::vector<OutputMetric> picked) : picked_(std::move(picked)) {
    name = "command";
    prepares_each_arm = true;
    // What the user asks for answers; the wall time does where nothing is asked for.
    Family wall = picked_.empty() ? Family::headline : Family::explanation;
    for (const auto& metric : picked_) {
      Kind kind =
          metric.unit.ends_with("/s") || metric.unit.ends_with("/sec") ? Kind::rate
          : metric.unit == "s" || metric.unit == "ms" || metric.unit == "us" || metric.unit == "ns"
              ? Kind::time
              : Kind::count;
      metrics.push_back(
          {{metric.name, metric.name, metric.unit, metric.better, kind}, Family::headline});
    }
    metrics.push_back({{"command.wall", "wall time", "s", Better::lower, Kind::time}, wall});
    metrics.push_back(
        {{"command.user", "user time", "s", Better::neutral, Kind::time}, Family::explanation});
    metrics.push_back(
        {{"command.system", "system time", "s", Better::neutral, Kind::time}, Family::explanation});
    metrics.push_back(
        {{"command.max_rss", "maximum resident size", "KiB", Better::lower, Kind::size},
         Family::explanation});
  }

  Result<double> prepare(const Arm& arm) override {
    const int64_t start = monotonic_ns();
    LODESTONE_ASSIGN(const Observation trial, measure(arm, 0, {}));
    if (!trial.error.empty())
      return fail(ErrorCode::failed, "the command of arm " + arm.label + " failed", trial.error,
                  "run it by hand: " + join(arm.command, " "));
    return static_cast<double>(monotonic_ns() - start) * 1e-9;
  }

  Result<Observation> measure(const Arm& arm, int, const FreshProcess& process) override {
    Command command;
    command.words = command_words(arm.command);
    command.environment = arm.environment;
    command.environment.insert(command.environment.end(), process.environment.begin(),
                               process.environment.end());
    command.cpus = arm.cpus;
    command.cgroup = arm.cgroup;
    command.timeout_seconds = timeout_seconds;
    command.merge_stderr = true;
    Observation observation;
    Pass& pass = observation.pass;
    pass.workload = name;
    pass.started = utc_now();
    if (process.instruments) command.words = held(std::move(command.words));
    LODESTONE_ASSIGN(
        Finished finished,
        process.instruments
            ? run_command(command,
                          [&](std::string_view line) -> std::string {
                            if (!line.starts_with(waiting)) return {};
                            const auto pid = parse_integer(line.substr(waiting.size()));
                            process.instruments->begin(static_cast<int>(pid.value_or(0)));
                            return "\n";
                          })
            : run_command(command));
    if (process.instruments) {
      process.instruments->end(pass);
      finished.output.erase(0, finished.output.find('\n') + 1);
    }
    pass.elapsed_seconds = static_cast<double>(finished.wall_ns) * 1e-9;
    Copy copy;
    copy.status = finished.status;
    copy.seconds = copy.elapsed_seconds = pass.elapsed_seconds;
    copy.operations = 1;
    copy.windows.push_back(
        {0, finished.wall_ns, 1, -1, static_cast<int32_t>(finished.usage.ru_nivcsw),
         static_cast<int64_t>(
             1e9 * (seconds_of(finished.usage.ru_utime) + seconds_of(finished.usage.ru_stime)))});
    if (!finished.succeeded()) {
      observation.error = lodestone::describe(finished);
      auto tail = trim(finished.output);
      if (!tail.empty())
        observation.error +=
            ": " + std::string(tail.substr(tail.size() - std::min<size_t>(tail.size(), 200)));
    }
    auto& values = observation.values;
    values["command.wall"] = pass.elapsed_seconds;
    values["command.user"] = seconds_of(finished.usage.ru_utime);
    values["command.system"] = seconds_of(finished.usage.ru_stime);
    values["command.max_rss"] = static_cast<double>(finished.usage.ru_maxrss);
    if (observation.error.empty()) pick(finished.output, observation);
    copy.error = observation.error;
    copy.values = values;
    pass.copies.push_back(std::move(copy));
    return observation;
  }

 private:
  void pick(const std::string& output, Observation& observation) const {
    for (const auto& metric : picked_) {
      const RE2 pattern(metric.pattern, RE2::Quiet);
      std::string_view match, group;
      bool found = false;
      // A pattern that matches nothing at all would never move on.
      for (size_t at = 0; at <= output.size();) {
        re2::StringPiece seen[2];
        if (!pattern.Match(output, at, output.size(), RE2::UNANCHORED, seen, 2)) break;
        if (seen[1].data() != nullptr) {
          match = std::string_view(seen[0].data(), seen[0].size());
          group = trim(std::string_view(seen[1].data(), seen[1].size()));
          found = true;
        }
        const auto end = static_cast<size_t>(seen[0].data() + seen[0].size() - output.data());
        at = std::max(end, at + 1);
      }
      if (!found) {
        observation.error =
            "it printed nothing that matches " + metric.name + " (" + metric.pattern + ")";
        return;
      }
      const auto value = parse_double(group);
      if (const auto whole = value ? whole_number(output, match, group) : group;
          whole.size() > group.size()) {
        observation.error = metric.name + ": the pattern takes '" + std::string(group) +
                            "' out of the number '" + std::string(whole) +
                            "': let it say what stands around";
        return;
      }
      if (!value) {
        observation.error = metric.name + ": '" + std::string(group) + "' is not a finite number";
        return;
      }
      observation.values[metric.name] = *value;
    }
  }

  std::vector<OutputMetric> picked_;
};

}  // namespace

Result<OutputMetric> parse_output_metric(std::string_view text) {
  const char* hint = "as in --metric 'throughput,MB/s,higher=([0-9.]+) MB/s'";
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    return fail(ErrorCode::usage, "--metric takes NAME,unit,better=REGEX", std::string(text), hint);
  const auto parts = split_commas(text.substr(0, equals));
  OutputMetric metric;
  metric.pattern = std::string(text.substr(equals + 1));
  if (parts.size() != 3 || parts[0].empty())
    return fail(ErrorCode::usage, "--metric takes NAME,unit,better=REGEX", std::string(text), hint);
  metric.name = parts[0];
  metric.unit = parts[1];
  const auto better = better_from(parts[2]);
  if (!better)
    return fail(ErrorCode::usage, "better is higher, lower or neutral, not '" + parts[2] + "'", "",
                hint);
  metric.better = *better;
  const RE2 pattern(metric.pattern, RE2::Quiet);
  if (!pattern.ok())
    return fail(ErrorCode::usage, "the pattern of " + metric.name + " is not valid",
                pattern.error());
  if (pattern.NumberOfCapturingGroups() != 1)
    return fail(ErrorCode::usage,
                "the pattern of " + metric.name + " needs one group around the number",
                metric.pattern, hint);
  return metric;
}

std::unique_ptr<Subject> command_subject(std::vector<OutputMetric> metrics) {
  return std::make_unique<CommandSubject>(std::move(metrics));
}

}  // namespace lodestone
