// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/emulator.h"

#include <fmt/format.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>

#include "base/fd.h"
#include "base/self.h"
#include "base/text.h"
#include "sys/process.h"

namespace lodestone::exact {
namespace {

std::string on_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  for (std::string_view folder : split(path == nullptr ? "/usr/bin" : path, ':')) {
    std::string candidate = std::string(folder) + "/" + name;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

std::string value_of(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Commas are doubled in values of the emulator's options.
std::string quoted_option(const std::string& text) {
  return replace_all(text, ",", ",,");
}

}  // namespace

std::string parts_directory() {
  std::string wanted = value_of("LODESTONE_EXACT");
  if (!wanted.empty()) return wanted;
  std::string path = self_path().value_or("/usr/bin/lodestone");
  path = path.substr(0, path.find_last_of('/'));
  return path.substr(0, path.find_last_of('/')) + "/lib/lodestone";
}

Result<std::string> find_guest(Architecture architecture) {
  const char* name =
      architecture == Architecture::x86_64 ? "exact-guest-x86_64" : "exact-guest-aarch64";
  std::string path = parts_directory() + "/" + name;
  if (exists(path)) return path;
  return fail(ErrorCode::not_found,
              std::string("there is no guest program for ") + name_of(architecture),
              path + " does not exist",
              "install the packages listed in packages/exact-arm64, then build again");
}

Result<Emulator> find_emulator(Architecture architecture, const std::string& wanted) {
  bool x86 = architecture == Architecture::x86_64;
  std::string name = x86 ? "qemu-system-x86_64" : "qemu-system-aarch64";
  Emulator emulator;
  emulator.program = !wanted.empty() ? wanted : value_of("LODESTONE_QEMU");
  if (emulator.program.empty()) emulator.program = on_path(name);
  if (emulator.program.empty())
    return fail(ErrorCode::not_found, "the emulator " + name + " is not installed",
                "it is not on PATH",
                std::string("apt-get install --no-install-recommends ") +
                    (x86 ? "qemu-system-x86" : "qemu-system-arm"));
  Command command;
  command.words = {emulator.program, "--version"};
  command.timeout_seconds = 60;
  LODESTONE_ASSIGN(Finished finished, run_command(command));
  std::string_view text = finished.output;
  constexpr std::string_view lead = "QEMU emulator version ";
  if (!finished.succeeded() || !text.starts_with(lead))
    return fail(ErrorCode::unsupported, emulator.program + " is no QEMU that answers",
                describe(finished));
  text.remove_prefix(lead.size());
  emulator.version = text.substr(0, text.find('\n'));
  auto numbers =
      split(std::string_view(emulator.version).substr(0, emulator.version.find(' ')), '.');
  emulator.major = static_cast<int>(parse_integer(numbers[0]).value_or(0));
  emulator.minor = numbers.size() > 1 ? static_cast<int>(parse_integer(numbers[1]).value_or(0)) : 0;
  if (emulator.major < 7 || (emulator.major == 7 && emulator.minor < 2))
    return fail(ErrorCode::unsupported, "QEMU " + emulator.version + " is too old",
                "7.2 or newer is needed", "take Debian 12's or a newer qemu-system package");
  emulator.plugin =
      parts_directory() + (emulator.major < 9 ? "/exact-plugin-v1.so" : "/exact-plugin-v2.so");
  if (!exists(emulator.plugin))
    return fail(ErrorCode::not_found, "the counting plugin is not there",
                emulator.plugin + " does not exist", "build lodestone again");
  return emulator;
}

bool deterministic(const Emulator& emulator, int cpus) {
  return cpus == 1 || emulator.major > 8 || (emulator.major == 8 && emulator.minor >= 1);
}

std::vector<std::string> command_of(const Emulator& emulator, const BootCommand& boot) {
  std::vector<std::string> words{emulator.program, "-accel", "tcg,thread=single"};
  auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  // Time is the number of executed instructions, and jumps to the next timer when all processors
  // sleep.
  if (deterministic(emulator, boot.cpus)) add({"-icount", "shift=0,sleep=off"});
  if (boot.architecture == Architecture::arm64) add({"-M", "virt,dtb-randomness=off"});
  add({"-rtc", "base=2020-01-01,clock=vm", "-cpu", boot.cpu, "-m",
       std::to_string(boot.memory_megabytes), "-smp", std::to_string(boot.cpus), "-nodefaults",
       "-nic", "none", "-display", "none", "-no-reboot", "-chardev",
       "file,id=console,path=" + quoted_option(boot.console), "-serial", "chardev:console"});
  if (!boot.plan.empty())
    add({"-plugin", quoted_option(emulator.plugin) + ",plan=" + quoted_option(boot.plan)});
  add({"-kernel", boot.kernel, "-initrd", boot.initrd, "-append", boot.command_line});
  return words;
}

}  // namespace lodestone::exact
