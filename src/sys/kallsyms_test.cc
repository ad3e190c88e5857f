// SPDX-License-Identifier: GPL-2.0-or-later
// Tables are made here in the two layouts that scripts/kallsyms.c has had (before 6.4 and since),
// with tokens of one character but one, so that the decoder is tested without a kernel.
#include "sys/kallsyms.h"

#include <gtest/gtest.h>

#include "sys/kernel_image.h"

namespace lodestone {
namespace {

struct Entry {
  int32_t offset;
  std::string name;  // with its type letter
};

std::vector<Entry> entries() {
  std::vector<Entry> all;
  for (int i = 0; i < 700; ++i)
    all.push_back({i * 16, (i % 2 ? "T" : "t") + std::string("function_") + std::to_string(i)});
  all.back().name = "T" + std::string(200, 'x');  // a length of two bytes
  return all;
}

void put(std::string& to, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) to += static_cast<char>(value >> (8 * i));
}
void align(std::string& to) {
  while (to.size() % 8) to += '\0';
}

constexpr uint64_t base = 0xffffffff81000000;

std::string offsets(const std::vector<Entry>& all, bool absolute_percpu) {
  std::string out;
  for (const auto& entry : all)
    put(out, static_cast<uint32_t>(absolute_percpu ? -1 - entry.offset : entry.offset), 4);
  align(out);
  put(out, base, 8);
  return out;
}

// Token 0x80 is "function_", every other one its own character.
std::string pack(const std::string& name) {
  size_t at = name.find("function_");
  if (at == std::string::npos) return name;
  return name.substr(0, at) + "\x80" + name.substr(at + 9);
}

std::string names_and_tokens(const std::vector<Entry>& all) {
  std::string out;
  put(out, all.size(), 4);
  align(out);
  std::string names;
  std::string markers;
  for (size_t i = 0; i < all.size(); ++i) {
    if (i % 256 == 0) put(markers, names.size(), 4);
    std::string packed = pack(all[i].name);
    if (packed.size() >= 128) {
      names += static_cast<char>((packed.size() & 0x7f) | 0x80);
      names += static_cast<char>(packed.size() >> 7);
    } else {
      names += static_cast<char>(packed.size());
    }
    names += packed;
  }
  out += names;
  align(out);
  out += markers;
  align(out);
  std::string table;
  std::string index;
  for (int i = 0; i < 256; ++i) {
    put(index, table.size(), 2);
    if (i == 0x80)
      table += "function_";
    else if (i > ' ' && i < 127)
      table += static_cast<char>(i);
    table += '\0';
  }
  out += table;
  align(out);
  return out + index;
}

KernelImage image_of(std::string content) {
  KernelImage image;
  image.is_elf = true;
  image.content = std::string(4096, '\x11') + std::move(content) + std::string(4096, '\x22');
  return image;
}

void expect_all(const Result<SymbolMap>& map) {
  ASSERT_TRUE(map) << map.error().what << map.error().why;
  auto all = entries();
  ASSERT_EQ(map->symbols().size(), all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(map->symbols()[i].address, base + static_cast<uint64_t>(all[i].offset));
    EXPECT_EQ(map->symbols()[i].name, all[i].name.substr(1));
    EXPECT_EQ(map->symbols()[i].type, all[i].name[0]);
  }
}

TEST(Kallsyms, DecodesTablesBefore64) {
  auto all = entries();
  expect_all(decode_kallsyms(image_of(offsets(all, false) + names_and_tokens(all))));
}

TEST(Kallsyms, DecodesAbsolutePercpu) {
  auto all = entries();
  expect_all(decode_kallsyms(image_of(offsets(all, true) + names_and_tokens(all))));
}

TEST(Kallsyms, DecodesTablesSince64) {
  auto all = entries();
  expect_all(decode_kallsyms(image_of(names_and_tokens(all) + offsets(all, false))));
}

TEST(Kallsyms, SaysWhenThereAreNone) {
  auto map = decode_kallsyms(image_of(std::string(10000, 'a')));
  ASSERT_FALSE(map);
  EXPECT_EQ(map.error().code, ErrorCode::not_found);
}

TEST(Kallsyms, RefusesDamagedTables) {
  auto all = entries();
  std::string content = offsets(all, false) + names_and_tokens(all);
  content[2816 + 24] = '\0';  // a name of length zero
  EXPECT_FALSE(decode_kallsyms(image_of(content)));
}

TEST(KernelImage, RefusesOtherFiles) {
  EXPECT_EQ(read_kernel_image("short").error().code, ErrorCode::unreadable);
  EXPECT_EQ(read_kernel_image(std::string(5000, 'x')).error().code, ErrorCode::unreadable);
  EXPECT_EQ(load_kernel_image("/nonexistent").error().code, ErrorCode::not_found);
  auto program = load_kernel_image("/proc/self/exe");
  ASSERT_FALSE(program);
  EXPECT_NE(program.error().why.find("Linux version"), std::string::npos);
}

TEST(KernelImage, SeesACutBzImage) {
  std::string file(2048, '\0');
  file[0x1f1] = 1;
  file[0x1fe] = '\x55';
  file[0x1ff] = '\xaa';
  file.replace(0x202, 4, "HdrS");
  file[0x206] = 0x0f;
  file[0x207] = 2;
  file[0x236] = 1;
  file[0x24e] = 1;  // a payload of 64 KiB
  auto image = read_kernel_image(file);
  ASSERT_FALSE(image);
  EXPECT_NE(image.error().what.find("not complete"), std::string::npos);
}

}  // namespace
}  // namespace lodestone
