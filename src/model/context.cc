// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/context.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace lodestone {

void Context::set(std::string name, std::string value) {
  if (!value.empty()) facts[std::move(name)] = std::move(value);
}

std::optional<std::string> Context::get(std::string_view name) const {
  const auto found = facts.find(std::string(name));
  return found == facts.end() ? std::nullopt : std::optional(found->second);
}

Json to_json(const Context& context) {
  Json document = Json::object();
  for (const auto& [name, value] : context.facts) {
    const auto count = name == "cpus" ? parse_integer(value) : std::nullopt;
    document[name] = count ? Json(*count) : Json(value);
  }
  return document;
}

Context context_from_json(const Json& document) {
  Context context;
  if (!document.is_object()) return context;
  for (const auto& [name, value] : document.items())
    context.set(name, value.is_string() ? value.get<std::string>()
                      : value.is_null() ? std::string()
                                        : value.dump());
  return context;
}

}  // namespace lodestone
