// SPDX-License-Identifier: GPL-2.0-or-later
// Host name, operating system, kernel, boot.
#include <sys/utsname.h>

#include "base/text.h"
#include "environment/facts.h"
#include "environment/kernel_config.h"
#include "sys/decompress.h"
#include "sys/process.h"

namespace lodestone::facts_system {
namespace {

// uname -i, which coreutils knows only where a distribution patched it in; elsewhere it prints
// "unknown", and so does ours.
std::string hardware_platform(const Root& root) {
  if (!root.real()) return "unknown";
  const auto printed = answer_of({"uname", "-i"});
  return printed && !printed->empty() ? *printed : "unknown";
}

// The target that systemd booted stands for the old run level (systemd's runlevel(8)); "unknown"
// without either.
std::string run_level(const Root& root) {
  if (root.real()) {
    if (const auto who = answer_of({"who", "-r"})) {
      const auto parts = words(*who);
      for (size_t i = 0; i + 1 < parts.size(); ++i)
        if (parts[i] == "run-level") return std::string(parts[i + 1]);
    }
  }
  const auto target = root.link("/etc/systemd/system/default.target").value_or("");
  if (!root.exists("/run/systemd/system")) return "unknown";
  return target.ends_with("multi-user.target") ? "3" : "5";
}

std::string uptime_line(const Root& root) {
  if (root.real())
    if (auto uptime = answer_of({"uptime"})) return *uptime;
  const auto up = words(root.text("/proc/uptime"));
  const auto load = words(root.text("/proc/loadavg"));
  const auto seconds = up.empty() ? std::nullopt : parse_double(up[0]);
  if (!seconds || load.size() < 3) return "";
  const long long minutes = static_cast<long long>(*seconds) / 60;
  return "up " + std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) +
         " min, load average: " + std::string(load[0]) + ", " + std::string(load[1]) + ", " +
         std::string(load[2]);
}

void collect(const Root& root, Context& context) {
  utsname names{};
  if (root.real()) ::uname(&names);
  auto fact = [&](const char* file, const char* own) { return root.line(file).value_or(own); };
  context.set("machine", fact("/proc/sys/kernel/hostname", names.nodename));
  context.set("system", "GNU/Linux");
  context.set("kernel", fact("/proc/sys/kernel/osrelease", names.release));
  context.set("kernel_version", fact("/proc/sys/kernel/version", names.version));
  context.set("architecture", fact("/proc/sys/kernel/arch", names.machine));
  context.set("platform", hardware_platform(root));
  const std::string release =
      root.text("/etc/os-release") + "\n" + root.text("/usr/lib/os-release");
  context.set("distribution", field(release, "PRETTY_NAME", '=').value_or(""));
  if (const std::string config = kernel_config(root); !config.empty())
    context.set("kernel_config_digest", gzip_checksum(std::string_view(config).substr(1)));
  context.set("command_line", root.line("/proc/cmdline").value_or(""));
  context.set("boot_id", root.line("/proc/sys/kernel/random/boot_id").value_or(""));
  context.set("uptime", uptime_line(root));
  context.set("run_level", run_level(root));
  context.set(
      "clock_source",
      root.line("/sys/devices/system/clocksource/clocksource0/current_clocksource").value_or(""));
}

}  // namespace

extern const FactSource facts_system{"system", collect};

}  // namespace lodestone::facts_system
