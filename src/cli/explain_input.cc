// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/explain_input.h"

#include <string_view>

#include "base/fd.h"
#include "compare/headline.h"
#include "compare/pairing.h"
#include "explain/load_side.h"
#include "sys/kernel_image.h"

namespace lodestone {

ExplainInput explain_input_of(Operand operand, const std::string& boot) {
  ExplainInput input;
  Context context;
  if (!operand.runs.empty()) context = operand.runs.back().context;
  const std::string release = context.get("kernel").value_or("");
  const std::string image = boot + "/vmlinuz-" + release;
  // The run may come from another machine with a kernel of that name; the label says what was read.
  if (!release.empty() && exists(image))
    if (auto side = explain::load_side(image)) input.side = std::move(*side);
  input.side.label = operand.name + (input.side.image ? " with " + image : "");
  if (!input.side.image) input.side.kind = "run";
  if (input.side.release.empty()) input.side.release = release;
  input.side.context = std::move(context);
  input.operand = std::move(operand);
  return input;
}

std::string bootable_image(const std::string& name, const explain::Side& side) {
  if (!exists(name)) {
    const std::string installed = "/boot/vmlinuz-" + side.release;
    return !side.release.empty() && exists(installed) ? installed : "";
  }
  if (side.image && side.image->bootable) return name;
  // A build tree, of which the vmlinux was read.
  if (const auto files = find_kernel_files(name);
      files && !files->vmlinux.empty() && files->image != files->vmlinux)
    return files->image;
  const size_t slash = name.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : name.substr(0, slash + 1);
  const std::string file = name.substr(folder.size());
  for (const char* given : {"vmlinux", "System.map"}) {
    const size_t at = file.find(given);
    if (at == std::string::npos) continue;
    const std::string before = folder + file.substr(0, at);
    const std::string behind = file.substr(at + std::string_view(given).size());
    for (const std::string& candidate :
         {before + "bzImage" + behind, before + "vmlinuz" + behind,
          folder + "arch/x86/boot/bzImage", folder + "arch/arm64/boot/Image"})
      if (exists(candidate)) return candidate;
  }
  return "";
}

Result<ExplainInput> load_explain_input(const std::string& name, const std::string& store) {
  const bool file = exists(name);
  if (file) {
    auto side = explain::load_side(name);
    if (side) return ExplainInput{std::move(*side), std::nullopt};
    auto operand = load_operand(name, {store, ""});
    if (!operand || operand->runs.empty()) return tl::unexpected<Error>(side.error());
    return explain_input_of(std::move(*operand));
  }
  LODESTONE_ASSIGN(Operand operand, load_operand(name, {store, ""}));
  return explain_input_of(std::move(operand));
}

Result<void> compare_numbers(const ExplainInput& base, const ExplainInput& next,
                             explain::Request& request) {
  if (!base.operand || !next.operand) return {};
  LODESTONE_ASSIGN(const Side before, side_of(*base.operand, ""));
  LODESTONE_ASSIGN(const Side after, side_of(*next.operand, ""));
  std::vector<PairComparison> compared;
  compared.push_back(compare_sides(before, after, Rules{}));
  for (const ComparisonRow& row : compared[0].rows)
    if (row.base.center && row.new_.center)
      request.quantities.push_back({row.metric.id, *row.base.center, *row.new_.center});
  request.headline = conclude(std::move(compared), {}).headline.sentence;
  return {};
}

}  // namespace lodestone
