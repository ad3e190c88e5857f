// SPDX-License-Identifier: GPL-2.0-or-later
// Everything about machine, kernel, build and settings that can break comparability, as named
// facts. Names are short and stable: machine, cpu_model, cpus, kernel, command_line, compiler,
// filesystem, governor ... (docs/glossary.md).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"

namespace lodestone {

class Context {
 public:
  std::map<std::string, std::string> facts;

  void set(std::string name, std::string value);  // an empty value is not kept
  std::optional<std::string> get(std::string_view name) const;
  bool operator==(const Context&) const = default;
};

// An object of strings; `cpus` is a number.
Json to_json(const Context& context);
Context context_from_json(const Json& document);

}  // namespace lodestone
