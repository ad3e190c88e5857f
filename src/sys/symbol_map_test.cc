// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/symbol_map.h"

#include <gtest/gtest.h>

#include "base/fd.h"

namespace lodestone {
namespace {

TEST(SymbolMap, ReadsSystemMapLines) {
  auto map = symbols_from_text(
      "0000000000000000 D __per_cpu_start\n"
      "ffffffff81000000 T startup_64\n"
      "ffffffff81000000 t alias\n"
      "ffffffff81000100 t helper\n"
      "ffffffff81000180 d datum\n"
      "ffffffff81000200 T last\n");
  ASSERT_TRUE(map);
  EXPECT_EQ(map->symbols().size(), 6u);
  EXPECT_EQ(map->at(0xffffffff81000000)->name, "startup_64");
  EXPECT_EQ(map->at(0xffffffff810000ff)->name, "startup_64");
  EXPECT_EQ(map->find("startup_64")->size, 0x100u);
  EXPECT_EQ(map->find("alias")->size, 0x100u);
  EXPECT_EQ(map->find("helper")->size, 0x80u);
  EXPECT_EQ(map->at(0xffffffff81000190)->name, "datum");
  EXPECT_EQ(map->at(0xffffffff81000190, true)->name, "helper");
  EXPECT_EQ(map->find("absent"), nullptr);
}

TEST(SymbolMap, GlobalNameWinsOverLocalAlias) {
  auto map = symbols_from_text("ffffffff81000000 t local\nffffffff81000000 T global\n");
  ASSERT_TRUE(map);
  EXPECT_EQ(map->at(0xffffffff81000004)->name, "global");
}

TEST(SymbolMap, ReadsModulesOfKallsyms) {
  auto map = symbols_from_text("ffffffffc0000000 t open_it\t[loop]\nffffffff81000000 T do_it\n");
  ASSERT_TRUE(map);
  EXPECT_EQ(map->find("open_it")->module, "loop");
  EXPECT_EQ(map->symbols().front().name, "do_it");
}

TEST(SymbolMap, CountsDuplicateNames) {
  auto map = symbols_from_text("ffffffff81000000 d __key.1\nffffffff81000010 d __key.1\n");
  ASSERT_TRUE(map);
  EXPECT_EQ(map->count("__key.1"), 2u);
  EXPECT_EQ(map->find("__key.1")->address, 0xffffffff81000000u);
}

TEST(SymbolMap, RefusesOtherText) {
  EXPECT_EQ(symbols_from_text("hello\n").error().code, ErrorCode::unreadable);
  EXPECT_EQ(symbols_from_text("").error().code, ErrorCode::unreadable);
  EXPECT_EQ(symbols_from_text("0000000000000000 T a\n0000000000000000 T b\n").error().code,
            ErrorCode::unreadable);
  auto stub = symbols_from_text(
      "ffffffffffffffff B The real System.map is in the linux-image-6.1.0-57-dbg package\n");
  ASSERT_FALSE(stub);
  EXPECT_NE(stub.error().what.find("placeholder"), std::string::npos);
}

void a_function_of_this_program() {}

TEST(SymbolMap, ReadsElfSymbols) {
  auto map = symbols_from_file(read_file("/proc/self/exe").value());
  ASSERT_TRUE(map) << map.error().what;
  const Symbol* entry = map->find("main");
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->type, 'T');
  EXPECT_GT(entry->size, 0u);
  EXPECT_EQ(map->at(entry->address + 1, true)->name, "main");
  a_function_of_this_program();
}

}  // namespace
}  // namespace lodestone
