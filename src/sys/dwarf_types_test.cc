// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/dwarf_types.h"

#include <gtest/gtest.h>

#include <map>

#include "base/fd.h"

namespace lodestone {
namespace {

// gcc -g of: struct inner { long count, owner; }; struct sample { int first; unsigned flag : 3;
// inner_t lock; union { int left; long right; }; struct sample *next; };
TEST(DwarfTypes, MembersOfAnObjectFile) {
  const auto file = read_file(LODESTONE_SOURCE_DIR "/tests/fixtures/dwarf/sample.elf");
  ASSERT_TRUE(file);
  const auto types = read_dwarf_types(*file);
  ASSERT_TRUE(types) << types.error().what;
  const StructLayout* layout = types->find("sample");
  ASSERT_NE(layout, nullptr);
  EXPECT_EQ(layout->size, 40u);
  std::map<std::string, uint64_t> offsets;
  for (const StructMember& member : layout->members) offsets[member.name] = member.bit_offset;
  EXPECT_EQ(offsets.at("first"), 0u);
  EXPECT_EQ(offsets.at("flag"), 32u);
  EXPECT_EQ(offsets.at("lock"), 64u);
  EXPECT_EQ(offsets.at("lock.owner"), 128u);
  EXPECT_EQ(offsets.at("right"), 192u);
  EXPECT_EQ(offsets.at("next"), 256u);
}

TEST(DwarfTypes, CutFilesDoNoHarm) {
  const auto file = read_file(LODESTONE_SOURCE_DIR "/tests/fixtures/dwarf/sample.elf");
  ASSERT_TRUE(file);
  for (size_t length = 0; length < file->size(); length += 97) {
    const auto types = read_dwarf_types(std::string_view(*file).substr(0, length));
    if (types) {
      EXPECT_LE(types->structs.size(), 2u);
    }
  }
}

TEST(DwarfTypes, RefusesWhatIsNoElf) {
  EXPECT_FALSE(read_dwarf_types(""));
  EXPECT_FALSE(read_dwarf_types("\177ELF and nothing behind it"));
}

}  // namespace
}  // namespace lodestone
