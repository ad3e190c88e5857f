// SPDX-License-Identifier: GPL-2.0-or-later
// Writes small BTF sections, for tests of what reads them; no part of the program.
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

inline BtfBuilder::BtfBuilder() : strings_(1, '\0') {}

inline uint32_t BtfBuilder::string(const std::string& text) {
  if (text.empty()) return 0;
  const auto at = static_cast<uint32_t>(strings_.size());
  strings_ += text;
  strings_ += '\0';
  return at;
}

inline void BtfBuilder::word(uint32_t value) {
  types_.append(reinterpret_cast<const char*>(&value), 4);
}

inline uint32_t BtfBuilder::add_int(const std::string& name, uint32_t size) {
  word(string(name));
  word(1u << 24);
  word(size);
  word(size * 8);
  return ++count_;
}

inline uint32_t BtfBuilder::add_struct(const std::string& name, uint32_t size,
                                       const std::vector<Member>& members) {
  word(string(name));
  word(4u << 24 | static_cast<uint32_t>(members.size()));
  word(size);
  for (const Member& member : members) {
    word(string(member.name));
    word(member.type);
    word(member.byte_offset * 8);
  }
  return ++count_;
}

inline uint32_t BtfBuilder::add_variable(const std::string& name, uint32_t type) {
  word(string(name));
  word(14u << 24);
  word(type);
  word(1);
  return ++count_;
}

inline void BtfBuilder::add_section(const std::string& name, const std::vector<Placed>& variables) {
  word(string(name));
  word(15u << 24 | static_cast<uint32_t>(variables.size()));
  word(0);
  for (const Placed& placed : variables) {
    word(placed.variable);
    word(placed.offset);
    word(placed.size);
  }
  ++count_;
}

inline std::string BtfBuilder::bytes() const {
  const uint32_t header[] = {0x0001eb9f,
                             24,
                             0,
                             static_cast<uint32_t>(types_.size()),
                             static_cast<uint32_t>(types_.size()),
                             static_cast<uint32_t>(strings_.size())};
  return std::string(reinterpret_cast<const char*>(header), sizeof header) + types_ + strings_;
}

}  // namespace lodestone
