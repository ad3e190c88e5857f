// SPDX-License-Identifier: GPL-2.0-or-later
#include <sys/stat.h>

#include "base/fd.h"
#include "sys/kernel_image.h"

namespace lodestone {
namespace {

bool is_folder(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::string first_of(const std::string& folder, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    std::string path = folder + "/" + name;
    if (exists(path)) return path;
  }
  return {};
}

}  // namespace

Result<KernelFiles> find_kernel_files(const std::string& path) {
  if (!exists(path))
    return fail(ErrorCode::not_found, "there is no kernel at " + path, "the file does not exist");
  KernelFiles files;
  if (!is_folder(path)) {
    files.image = path;
    return files;
  }
  files.vmlinux = first_of(path, {"vmlinux.unstripped", "vmlinux"});
  files.symbols = first_of(path, {"System.map"});
  files.image = first_of(
      path, {"arch/x86/boot/bzImage", "arch/x86_64/boot/bzImage", "arch/arm64/boot/vmlinuz.efi",
             "arch/arm64/boot/Image", "arch/arm64/boot/Image.gz"});
  if (files.image.empty()) files.image = files.vmlinux;
  if (files.image.empty())
    return fail(ErrorCode::not_found, "there is no kernel in the folder " + path,
                "neither arch/x86/boot/bzImage nor arch/arm64/boot/Image nor vmlinux is there",
                "build the tree first, or give the image's own path");
  return files;
}

}  // namespace lodestone
