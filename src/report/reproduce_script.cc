// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/reproduce_script.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/shell_word.h"
#include "base/text.h"

namespace lodestone {
namespace {

// A value of a context must not end a comment line.
std::string one_line(std::string text) {
  return replace_all(std::move(text), "\n", " ");
}

void add_setting(std::string& out, const std::string& value, const std::string& path) {
  if (path.find('*') != std::string::npos)
    out += fmt::format("for file in {}; do echo {} > \"$file\"; done\n", path, shell_word(value));
  else
    out += fmt::format("echo {} > {}\n", shell_word(value), shell_word(path));
}

// What was in force, by the facts of the context; what `settings_changed` names comes after and
// wins.
void add_settings(std::string& out, const Run& run) {
  const auto fact = [&](const char* name) { return run.context.get(name).value_or(""); };
  if (const std::string governor = fact("governor");
      !governor.empty() && governor.find(',') == std::string::npos)
    add_setting(out, governor, "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor");
  if (const std::string huge = fact("transparent_hugepages"); !huge.empty())
    add_setting(out, huge, "/sys/kernel/mm/transparent_hugepage/enabled");
  if (const std::string level = fact("address_randomisation"); !level.empty())
    add_setting(out, level, "/proc/sys/kernel/randomize_va_space");
  if (const std::string on = fact("numa_balancing"); !on.empty() && parse_integer(on))
    add_setting(out, on, "/proc/sys/kernel/numa_balancing");
  // The command of an interleaved comparison changes them itself, and puts them back.
  if (run.context.get("arm")) return;
  for (const SettingChange& change : run.settings_changed)
    if (change.name.starts_with("/")) add_setting(out, change.new_value, change.name);
}

// Without a recorded command (an import, another verb): the same workloads and copies.
std::string command_of(const Run& run) {
  if (const auto command = run.context.get("command")) return *command;
  std::string command = "lodestone run";
  std::set<int> copies;
  std::set<std::string> names;
  for (const WorkloadResult& result : run.workloads) {
    if (result.id.find('/') == std::string::npos) continue;
    std::string name = result.id;
    for (const auto& [key, value] : result.parameters)
      if (key != "like") name += "," + key + "=" + replace_all(value, ",", ",,");
    if (names.insert(name).second) command += " " + shell_word(name);
    copies.insert(result.copies);
  }
  for (const int count : copies) command += " --copies " + std::to_string(count);
  return command + " --seed " + std::to_string(run.seed);
}

// As lkp-tests means it: of all iterations of a UnixBench test, of one measurement of a
// will-it-scale test. 0: not known.
double runtime_of(const WorkloadResult& result) {
  if (result.id.starts_with("scale/") || result.metrics.empty()) return result.pass_seconds;
  return result.pass_seconds * static_cast<double>(result.metrics[0].samples.size());
}

}  // namespace

std::string reproduce_script(const Run& run) {
  std::string out = "#!/bin/sh\n";
  out += fmt::format("# Repeats run {}{}, begun {}, by hand. Written by lodestone.\n", run.id,
                     run.label.empty() ? "" : " (" + one_line(run.label) + ")", run.started);
  out += "# It was measured with:\n";
  for (const auto& [name, value] : run.context.facts)
    if (name != "command") out += "#   " + name + ": " + one_line(value) + "\n";
  out += "set -eu\n\n";
  out += "# The kernel and the machine must be the same for the numbers to be.\n";
  if (const auto kernel = run.context.get("kernel"))
    out += fmt::format(
        "[ \"$(uname -r)\" = {0} ] || echo \"warning: this kernel is $(uname -r), not\" {0} >&2\n",
        shell_word(*kernel));
  if (const auto cpus = run.context.get("cpus"); cpus && parse_integer(*cpus))
    out += fmt::format(
        "[ \"$(getconf _NPROCESSORS_ONLN)\" -eq {0} ] || echo 'warning: the run had {0} CPUs' "
        ">&2\n",
        *cpus);
  if (const auto digest = run.context.get("kernel_config_digest"))
    out += fmt::format(
        "# The kernel's configuration, by the CRC-32 that gzip writes behind it.\n"
        "config() {{\n  for file in /proc/config.gz \"/boot/config-$(uname -r)\" "
        "\"/lib/modules/$(uname -r)/config\"; do\n"
        "    if [ -r \"$file\" ]; then zcat -f \"$file\"; return; fi\n  done\n}}\n"
        "[ \"$(config | gzip -c | tail -c 8 | od -An -tx4 -N4 | tr -d ' ')\" = {0} ] ||\n"
        "  echo 'warning: the kernel is configured differently, or that cannot be read' >&2\n",
        shell_word(*digest));
  std::string settings;
  add_settings(settings, run);
  if (!settings.empty())
    out +=
        "\n# Settings in force, as root; note the old values first.\nif [ \"$(id -u)\" -eq 0 ]; "
        "then\n" +
        replace_all("  " + settings.substr(0, settings.size() - 1), "\n", "\n  ") +
        "\nelse\n  echo 'warning: not root, settings are left as they are' >&2\nfi\n";
  out += fmt::format("\n# Seed of the order: {}\n{}\n", run.seed, command_of(run));
  return out;
}

Result<std::string> lkp_job(const Run& run) {
  std::string out;
  for (const WorkloadResult& result : run.workloads) {
    const size_t slash = result.id.find('/');
    if (slash == std::string::npos) continue;
    const std::string suite = result.id.substr(0, slash), test = result.id.substr(slash + 1);
    if (suite != "scale" && suite != "unixbench") continue;
    if (result.mode == "sweep") continue;  // the curve over the others, not a run of its own
    const std::string name = suite == "scale" ? "will-it-scale" : "unixbench";
    out += fmt::format(
        "---\n# Written by lodestone from run {}.\nsuite: {}\ntestcase: {}\ncategory: benchmark\n",
        run.id, name, name);
    if (const auto governor = run.context.get("governor");
        governor && governor->find(',') == std::string::npos)
      out += fmt::format("cpufreq_governor: {}\n", *governor);
    if (const double seconds = runtime_of(result); seconds >= 1)
      out += fmt::format("runtime: {:.0f}s\n", seconds);
    out += fmt::format("nr_task: {}\n{}:\n  test: {}\n", result.copies, name, test);
    if (suite == "scale") out += fmt::format("  mode: {}\n", result.mode);
  }
  if (out.empty())
    return fail(ErrorCode::unsupported, "the run holds no workload that lkp-tests has",
                "it has those of will-it-scale and UnixBench",
                "without --format a shell script is written");
  return out;
}

}  // namespace lodestone
