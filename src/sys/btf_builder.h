// SPDX-License-Identifier: GPL-2.0-or-later
// Writes small BTF sections, for tests of what reads them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lodestone {

class BtfBuilder {
 public:
  BtfBuilder();
  uint32_t add_int(const std::string& name, uint32_t size);
  struct Member {
    std::string name;
    uint32_t type = 0;
    uint32_t byte_offset = 0;
  };
  uint32_t add_struct(const std::string& name, uint32_t size, const std::vector<Member>& members);
  uint32_t add_variable(const std::string& name, uint32_t type);
  struct Placed {
    uint32_t variable = 0, offset = 0, size = 0;
  };
  void add_section(const std::string& name, const std::vector<Placed>& variables);
  std::string bytes() const;

 private:
  uint32_t string(const std::string& text);
  void word(uint32_t value);
  std::string types_, strings_;
  uint32_t count_ = 0;
};

}  // namespace lodestone
