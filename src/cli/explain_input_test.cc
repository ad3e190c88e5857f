// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/explain_input.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>

#include "base/fd.h"

namespace lodestone {
namespace {

namespace fs = std::filesystem;

class BootableImage : public testing::Test {
 protected:
  BootableImage() { fs::create_directories(folder_ / "tree/arch/x86/boot"); }
  ~BootableImage() override { fs::remove_all(folder_); }
  std::string made(const std::string& name) {
    const std::string path = folder_ / name;
    EXPECT_TRUE(write_file(path, "x"));
    return path;
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / ("bootable " + std::to_string(getpid()));
};

TEST_F(BootableImage, stands_beside_what_has_the_symbols) {
  const std::string map = made("System.map-6.1"), elf = made("a.vmlinux");
  EXPECT_EQ(bootable_image(map, {}), "");
  EXPECT_EQ(bootable_image(elf, {}), "");
  const std::string installed = made("vmlinuz-6.1"), built = made("a.bzImage");
  EXPECT_EQ(bootable_image(map, {}), installed);
  EXPECT_EQ(bootable_image(elf, {}), built);
}

TEST_F(BootableImage, of_a_build_tree_and_of_itself) {
  made("tree/vmlinux");
  const std::string image = made("tree/arch/x86/boot/bzImage");
  EXPECT_EQ(bootable_image(folder_ / "tree", {}), image);
  EXPECT_EQ(bootable_image(folder_ / "tree/vmlinux", {}), image);
  KernelImage bootable;
  bootable.bootable = true;
  explain::Side side;
  side.image = std::make_shared<const KernelImage>(bootable);
  EXPECT_EQ(bootable_image(image, side), image);
  EXPECT_EQ(bootable_image("no such label", {}), "");
}

}  // namespace
}  // namespace lodestone
