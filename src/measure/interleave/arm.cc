// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/interleave/arm.h"

#include <map>

#include "sys/cpus.h"
#include "sys/process.h"

namespace lodestone {

std::vector<int> common_cpus(const Arms& arms) {
  for (const Arm& arm : arms)
    if (!arm.cpus.empty() || !arm.cgroup.empty()) return {};
  return usable_cpus(Root()).allowed;
}

ArmSwitch::ArmSwitch(Arms arms, SettingsGuard guard, UndoJournal journal)
    : arms_(std::move(arms)), guard_(std::move(guard)), journal_(std::move(journal)) {}

Result<ArmSwitch> ArmSwitch::open(const Arms& arms, const std::string& folder,
                                  const std::string& root) {
  LODESTONE_ASSIGN(auto guard, SettingsGuard::open(folder, root));
  LODESTONE_ASSIGN(auto journal, UndoJournal::open(folder));
  ArmSwitch result(arms, std::move(guard), std::move(journal));
  std::map<std::string, std::string> present;
  for (const Arm& arm : arms)
    for (const Setting& setting : arm.settings) {
      if (setting.path.find_first_of("*?[") != std::string::npos)
        return fail(ErrorCode::usage, "a setting of an arm names one file: " + setting.path);
      if (present.contains(setting.path)) continue;
      LODESTONE_ASSIGN(present[setting.path], read_setting(root + setting.path));
    }
  for (size_t side = 0; side < 2; ++side) {
    auto values = present;
    for (const Setting& setting : arms[side].settings) values[setting.path] = setting.value;
    for (const auto& [path, value] : values) result.wanted_[side].push_back({path, value});
    if (!arms[side].setup.empty() && arms[side].undo.empty())
      result.findings_.push_back({"F303 not-undone",
                                  "arm " + arms[side].label + " has a set-up command and no undo",
                                  "what it changed stays changed, and the other arm runs with it",
                                  "give the command that puts it back with --undo-a or --undo-b"});
  }
  return result;
}

Result<void> ArmSwitch::enter(int arm) {
  for (const Setting& setting : wanted_[static_cast<size_t>(arm)])
    LODESTONE_TRY(guard_.set(setting));
  const Arm& side = arms_[static_cast<size_t>(arm)];
  if (side.setup.empty()) return {};
  if (!side.undo.empty()) LODESTONE_TRY(journal_.owe(side.undo));
  Command command;
  command.words = {"/bin/sh", "-c", side.setup};
  command.merge_stderr = true;
  command.timeout_seconds = 600;
  auto finished = run_command(command);
  if (finished && finished->succeeded()) return {};
  // Half a set-up is undone like a whole one.
  if (!side.undo.empty()) (void)journal_.pay(side.undo);
  if (!finished) return tl::unexpected<Error>(finished.error());
  return fail(ErrorCode::failed,
              "the set-up command of arm " + side.label + " failed: " + side.setup,
              describe(*finished) + (finished->output.empty() ? "" : ": " + finished->output));
}

Result<void> ArmSwitch::leave(int arm) {
  const Arm& side = arms_[static_cast<size_t>(arm)];
  if (side.setup.empty() || side.undo.empty()) return {};
  return journal_.pay(side.undo);
}

Result<void> ArmSwitch::restore() {
  Result<void> first;
  auto owed = journal_.owed();
  for (auto command = owed.rbegin(); command != owed.rend(); ++command)
    if (auto paid = journal_.pay(*command); !paid && first) first = paid;
  if (auto restored = guard_.restore(); !restored && first) first = restored;
  return first;
}

std::vector<HeldSetting> ArmSwitch::changes() const {
  return guard_.changes();
}

}  // namespace lodestone
