// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/finding.h"

#include <nlohmann/json.hpp>

namespace lodestone {

Json to_json(const Finding& finding) {
  return {{"code", finding.code},
          {"text", finding.text},
          {"reason", finding.reason},
          {"remedy", finding.remedy}};
}

Json to_json(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push_back(to_json(finding));
  return list;
}

Finding finding_from_json(const Json& document) {
  auto text = [&](const char* key) {
    const auto found = document.find(key);
    return found != document.end() && found->is_string() ? found->get<std::string>()
                                                         : std::string();
  };
  return {text("code"), text("text"), text("reason"), text("remedy")};
}

std::vector<Finding> findings_from_json(const Json& document) {
  std::vector<Finding> findings;
  if (document.is_array())
    for (const Json& item : document)
      if (item.is_object()) findings.push_back(finding_from_json(item));
  return findings;
}

void add_finding(std::vector<Finding>& findings, Finding finding) {
  for (const Finding& present : findings)
    if (present.code == finding.code && present.text == finding.text) return;
  findings.push_back(std::move(finding));
}

}  // namespace lodestone
