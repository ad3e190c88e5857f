// SPDX-License-Identifier: GPL-2.0-or-later
// Versions of what the workloads use besides the kernel: C library, shell, coreutils, grep.
#include <gnu/libc-version.h>

#include "base/text.h"
#include "environment/facts.h"
#include "sys/process.h"

namespace lodestone::facts_programs {
namespace {

// Debian keeps the list of packages as text; elsewhere rpm knows the owner of a file.
std::string debian_version(std::string_view status, const std::string& package) {
  const std::string start = "Package: " + package + "\n";
  size_t at = status.starts_with(start) ? 0 : status.find("\n" + start);
  if (at == std::string_view::npos) return "";
  const size_t end = status.find("\n\n", at + 1);
  return field(status.substr(at, end - at), "Version", ':').value_or("");
}

std::string version_of(const Root& root, std::string_view status, const std::string& package,
                       const char* program) {
  if (auto version = debian_version(status, package); !version.empty())
    return package + " " + version;
  if (!root.real()) return "";
  if (auto owner = answer_of({"rpm", "-qf", program})) return *owner;
  // BusyBox and uutils answer --version too; the first line names them.
  if (auto own = answer_of({program, "--version"})) return std::string(trim(split(*own, '\n')[0]));
  return "";
}

void collect(const Root& root, Context& context) {
  const std::string status = root.text("/var/lib/dpkg/status");
  if (root.real()) context.set("libc", std::string("glibc ") + ::gnu_get_libc_version());
  const std::string shell = root.link("/bin/sh").value_or("sh");
  const std::string name =
      shell.substr(shell.rfind('/') == std::string::npos ? 0 : shell.rfind('/') + 1);
  const std::string version = version_of(root, status, name, "/bin/sh");
  context.set("shell", version.empty() ? name : version);
  context.set("coreutils", version_of(root, status, "coreutils", "/usr/bin/sort"));
  context.set("grep", version_of(root, status, "grep", "/usr/bin/grep"));
}

}  // namespace

extern const FactSource facts_programs{"programs", collect};

}  // namespace lodestone::facts_programs
