// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/boot.h"

#include <fmt/format.h>
#include <sys/statvfs.h>
#include <sys/wait.h>

#include "base/fd.h"
#include "base/text.h"
#include "exact/archive.h"
#include "exact/tracking_plan.h"
#include "sys/process.h"

namespace lodestone::exact {

std::string guest_plan(const BootOptions& options) {
  std::string text;
  for (const GuestJob& job : options.jobs) {
    text += fmt::format("{} {} {} {}", job.workload, job.operations, options.phases, options.tasks);
    for (const auto& [name, value] : job.parameters) text += " " + name + "=" + value;
    text += '\n';
  }
  text += options.slab_layout;
  return text;
}

std::string initramfs(const std::string& guest_program, const std::string& plan,
                      const std::map<std::string, std::string>& programs) {
  Archive archive;
  archive.add_directory("dev");
  archive.add_character_device("dev/console", 5, 1);
  archive.add_file("lodestone.plan", plan);
  archive.add_file("init", guest_program, 0755);
  archive.add_directory("bin");
  for (const auto& [name, content] : programs)
    archive.add_file((name == "true" ? "bin/" : "") + name, content, 0755);
  return archive.finish();
}

namespace {

// Why a boot without a complete report came to nothing.
tl::unexpected<Error> explain_failure(const Finished& finished, const std::string& console,
                                      const BootOptions& options, const std::string& emulator,
                                      const Error& seen) {
  std::string last = last_console_lines(console);
  if (finished.timed_out) {
    std::string why =
        guest_started(console)
            ? "the guest had started; " + last
            : "the guest never started: the kernel hung, or has no serial console; " + last;
    return fail(ErrorCode::failed,
                fmt::format("the emulated machine was still running after {:.0f} s",
                            options.timeout_seconds),
                why,
                "raise --timeout, lower --operations, or look at the kernel's configuration "
                "(CONFIG_SERIAL_8250_CONSOLE, CONFIG_BLK_DEV_INITRD)");
  }
  if (WIFSIGNALED(finished.status))
    return fail(ErrorCode::failed, "the emulator was " + describe(finished),
                (finished.errors.empty() ? "" : std::string(trim(finished.errors)) + "; ") + last,
                "see whether the machine ran out of memory");
  if (!finished.succeeded()) {
    const std::string why =
        std::string(trim(finished.errors)) + (console.empty() ? "" : "; " + last);
    if (finished.errors.find("-plugin: invalid option") != std::string::npos)
      return fail(ErrorCode::unsupported, "this emulator takes no plugins", why,
                  "take a QEMU that was built with --enable-plugins, as Debian's qemu-system-x86 "
                  "and qemu-system-arm are");
    return fail(ErrorCode::failed, "the emulator failed: " + describe(finished), why,
                "check the name of the processor model with " + emulator + " -cpu help");
  }
  if (console.find("Kernel panic") != std::string::npos)
    return fail(ErrorCode::failed, "the kernel panicked in the emulated machine", last,
                "out of memory: raise --memory; otherwise the kernel lacks what the guest needs");
  if (!guest_started(console))
    return fail(
        ErrorCode::failed, "the guest never started", last,
        "the kernel needs a serial console (CONFIG_SERIAL_8250_CONSOLE; "
        "CONFIG_SERIAL_AMBA_PL011_CONSOLE on "
        "arm64) and an initramfs (CONFIG_BLK_DEV_INITRD); where it ran out of memory, raise "
        "--memory");
  return tl::unexpected<Error>(seen);
}

}  // namespace

Result<BootOutput> boot(const Arm& arm, const Emulator& emulator, const std::string& guest,
                        const BootOptions& options, const std::string& directory) {
  LODESTONE_ASSIGN(std::string program, read_file(guest));
  BootCommand command;
  command.architecture = arm.architecture;
  command.kernel = arm.image;
  command.initrd = directory + "/initrd";
  command.console = directory + "/console";
  command.plan = directory + "/plan";
  command.command_line = arm.command_line;
  command.cpu = arm.cpu;
  command.cpus = options.cpus;
  command.memory_megabytes = options.memory_megabytes;
  std::vector<Finding> unused;  // they were reported when the arm was prepared
  std::string plan = "count " + options.count + "\noutput " + directory + "/counts\ncache " +
                     options.cache + "\n" + tracking_plan(*arm.symbols, arm.architecture, unused);
  LODESTONE_TRY(
      write_file(command.initrd, initramfs(program, guest_plan(options), options.programs)));
  LODESTONE_TRY(write_file(command.plan, plan));
  LODESTONE_TRY(write_file(command.console, ""));

  Command run;
  run.words = command_of(emulator, command);
  run.timeout_seconds = options.timeout_seconds;
  run.keep_stdout = false;
  LODESTONE_ASSIGN(Finished finished, run_command(run));
  BootOutput output;
  output.wall_seconds = static_cast<double>(finished.wall_ns) * 1e-9;
  auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  output.cpu_seconds = seconds(finished.usage.ru_utime) + seconds(finished.usage.ru_stime);
  LODESTONE_ASSIGN(output.console, read_file(command.console));
  auto report = read_guest_report(output.console);
  if (!finished.succeeded() || !report)
    return explain_failure(finished, output.console, options, emulator.program,
                           report ? Error{} : report.error());
  LODESTONE_ASSIGN(output.counts, read_file(directory + "/counts"));
  if (!output.counts.ends_with("\nend\n")) {
    struct statvfs space{};
    if (::statvfs(directory.c_str(), &space) == 0 && space.f_bavail == 0)
      return fail(ErrorCode::no_space, "the counts could not be written", directory + " is full",
                  "set TMPDIR to a folder with more room");
    return fail(ErrorCode::failed, "the plugin wrote no complete counts",
                directory + "/counts has no end", "see whether the emulator was killed");
  }
  return output;
}

}  // namespace lodestone::exact
