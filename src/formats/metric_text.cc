// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/metric_text.h"

#include "base/text.h"
#include "formats/groups.h"

namespace lodestone {
namespace {

std::string escaped(const std::string& text) {
  return replace_all(replace_all(replace_all(document_text(text), "\\", "\\\\"), "\"", "\\\""),
                     "\n", "\\n");
}

}  // namespace

void MetricText::family(std::string name, std::string_view type, std::string_view help) {
  head_ = "# TYPE " + name + " " + std::string(type) + "\n# HELP " + name + " " +
          std::string(help) + "\n";
  name_ = std::move(name);
  // The sample of an info family carries the suffix.
  if (type == "info") name_ += "_info";
}

void MetricText::sample(const MetricLabels& labels, double value) {
  out_ += head_;
  head_.clear();
  std::vector<std::string> parts;
  for (const auto& [name, text] : labels)
    if (!text.empty()) parts.push_back(name + "=\"" + escaped(text) + "\"");
  out_ += name_ + "{" + join(parts, ",") + "} " + shortest(value) + "\n";
}

std::string MetricText::finish() {
  return out_ + "# EOF\n";
}

}  // namespace lodestone
