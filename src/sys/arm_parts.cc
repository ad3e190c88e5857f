// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/arm_parts.h"

#include <fmt/format.h>

namespace lodestone {
namespace {

struct Maker {
  unsigned number;
  const char* name;
};
constexpr Maker makers[] = {{0x41, "ARM"},     {0x42, "Broadcom"},  {0x43, "Cavium"},
                            {0x46, "Fujitsu"}, {0x48, "HiSilicon"}, {0x4e, "NVIDIA"},
                            {0x50, "APM"},     {0x51, "Qualcomm"},  {0x53, "Samsung"},
                            {0x56, "Marvell"}, {0x61, "Apple"},     {0x6d, "Microsoft"},
                            {0x70, "Phytium"}, {0xc0, "Ampere"}};

struct Part {
  unsigned maker, number;
  const char* name;
};
constexpr Part parts[] = {{0x41, 0xd02, "Cortex-A34"},      {0x41, 0xd03, "Cortex-A53"},
                          {0x41, 0xd04, "Cortex-A35"},      {0x41, 0xd05, "Cortex-A55"},
                          {0x41, 0xd06, "Cortex-A65"},      {0x41, 0xd07, "Cortex-A57"},
                          {0x41, 0xd08, "Cortex-A72"},      {0x41, 0xd09, "Cortex-A73"},
                          {0x41, 0xd0a, "Cortex-A75"},      {0x41, 0xd0b, "Cortex-A76"},
                          {0x41, 0xd0c, "Neoverse-N1"},     {0x41, 0xd0d, "Cortex-A77"},
                          {0x41, 0xd40, "Neoverse-V1"},     {0x41, 0xd41, "Cortex-A78"},
                          {0x41, 0xd42, "Cortex-A78AE"},    {0x41, 0xd44, "Cortex-X1"},
                          {0x41, 0xd46, "Cortex-A510"},     {0x41, 0xd47, "Cortex-A710"},
                          {0x41, 0xd48, "Cortex-X2"},       {0x41, 0xd49, "Neoverse-N2"},
                          {0x41, 0xd4a, "Neoverse-E1"},     {0x41, 0xd4b, "Cortex-A78C"},
                          {0x41, 0xd4d, "Cortex-A715"},     {0x41, 0xd4e, "Cortex-X3"},
                          {0x41, 0xd4f, "Neoverse-V2"},     {0x41, 0xd80, "Cortex-A520"},
                          {0x41, 0xd81, "Cortex-A720"},     {0x41, 0xd82, "Cortex-X4"},
                          {0x41, 0xd84, "Neoverse-V3"},     {0x41, 0xd8e, "Neoverse-N3"},
                          {0x42, 0x516, "Vulcan"},          {0x43, 0x0a1, "ThunderX"},
                          {0x43, 0x0af, "ThunderX2"},       {0x46, 0x001, "A64FX"},
                          {0x48, 0xd01, "Kunpeng-920"},     {0x48, 0xd02, "Kunpeng-920B"},
                          {0x4e, 0x003, "Denver 2"},        {0x4e, 0x004, "Carmel"},
                          {0x50, 0x000, "X-Gene"},          {0x51, 0x800, "Kryo-2xx Gold"},
                          {0x51, 0x801, "Kryo-2xx Silver"}, {0x51, 0x802, "Kryo-3xx Gold"},
                          {0x51, 0x803, "Kryo-3xx Silver"}, {0x51, 0x804, "Kryo-4xx Gold"},
                          {0x51, 0x805, "Kryo-4xx Silver"}, {0x51, 0xc00, "Falkor"},
                          {0x51, 0x001, "Oryon"},           {0x61, 0x022, "M1 Icestorm"},
                          {0x61, 0x023, "M1 Firestorm"},    {0x61, 0x032, "M2 Blizzard"},
                          {0x61, 0x033, "M2 Avalanche"},    {0x6d, 0xd49, "Cobalt 100"},
                          {0x70, 0x303, "FTC310"},          {0x70, 0x660, "FTC660"},
                          {0x70, 0x661, "FTC661"},          {0x70, 0x662, "FTC662"},
                          {0x70, 0x663, "FTC663"},          {0x70, 0x664, "FTC664"},
                          {0x70, 0x862, "FTC862"},          {0xc0, 0xac3, "Ampere-1"},
                          {0xc0, 0xac4, "Ampere-1a"}};

}  // namespace

std::string arm_processor_name(unsigned implementer, unsigned part) {
  const char* maker = nullptr;
  for (const Maker& entry : makers)
    if (entry.number == implementer) maker = entry.name;
  for (const Part& entry : parts)
    if (entry.maker == implementer && entry.number == part)
      return fmt::format("{} {}", maker, entry.name);
  return maker ? fmt::format("{} part {:#05x}", maker, part)
               : fmt::format("implementer {:#04x} part {:#05x}", implementer, part);
}

}  // namespace lodestone
