// SPDX-License-Identifier: GPL-2.0-or-later
// What the prose around tables says about them: headings such as "Before using the patch:", machine
// sections, command lines, numbers of copies. Lines that no reader took come here.
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "formats/line.h"
#include "model/context.h"

namespace lodestone {

class Surroundings {
 public:
  void prose(const Line& line);
  void content(const Line& line);  // a line that belongs to a table

  // What a person would call a table that starts now; empty if nothing names it. The last label is
  // kept for tables that follow without a heading of their own (two runs under one heading).
  std::string label();
  std::optional<int> copies() const;                   // "./Run -c 64", "4 parallel processes"
  const Context& context() const { return context_; }  // cpu_model, cpus, memory, kernel, machine
  int section() const { return section_; }  // counts machine sections, mails and comments
  const std::string& command() const {
    return command_;
  }  // the last command line, without its prompt
  // A heading that stands in the same line as the table (flattened text).
  void heading(std::string_view text, uint64_t line);
  // Facts that a table's own header gave.
  void fact(std::string name, std::string value) {
    context_.set(std::move(name), std::move(value));
  }
  void end_section();

 private:
  struct Candidate {
    std::string text;
    uint64_t line = 0;
    bool colon = false, marked = false;  // ended in ':'; a markdown or underlined heading
  };
  static bool tells_side(const Candidate& candidate);
  bool take_fact(std::string_view text);
  bool take_command(std::string_view text);
  void take_copies(std::string_view text, uint64_t line);

  std::deque<Candidate> recent_;  // since the last table line, newest last
  std::string sticky_;
  Context context_;
  std::string command_;
  std::optional<int> copies_;
  uint64_t copies_line_ = 0, line_ = 0, content_line_ = 0;
  int section_ = 0;
  bool tables_in_section_ = false;
};

}  // namespace lodestone
