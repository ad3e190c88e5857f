// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/arguments.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "base/text.h"

namespace lodestone {

bool Arguments::has(std::string_view name) const {
  return options.contains(std::string(name));
}

std::vector<std::string> Arguments::values(std::string_view name) const {
  auto found = options.find(std::string(name));
  return found == options.end() ? std::vector<std::string>{} : found->second;
}

std::optional<std::string> Arguments::value(std::string_view name) const {
  auto all = values(name);
  return all.empty() ? std::nullopt : std::optional(all.back());
}

namespace {
auto bad_value(std::string_view name, const std::string& text, const std::string& takes) {
  return fail(ErrorCode::usage,
              "the value of " + std::string(name) + " cannot be used: '" + text + "'",
              "it takes " + takes, "see lodestone help");
}
}  // namespace

Result<std::optional<long long>> Arguments::integer(std::string_view name, long long lowest,
                                                    long long highest) const {
  auto text = value(name);
  if (!text) return std::optional<long long>{};
  auto number = parse_integer(*text);
  if (!number || *number < lowest || *number > highest)
    return bad_value(
        name, *text,
        "a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest));
  return number;
}

Result<std::optional<double>> Arguments::duration(std::string_view name) const {
  auto text = value(name);
  if (!text) return std::optional<double>{};
  auto seconds = parse_duration(*text);
  if (!seconds) return bad_value(name, *text, "a time such as 10, 500ms, 30s or 2m");
  return seconds;
}

Result<std::optional<double>> Arguments::fraction(std::string_view name) const {
  auto text = value(name);
  if (!text) return std::optional<double>{};
  auto part = parse_fraction(*text);
  if (!part || *part < 0) return bad_value(name, *text, "a share such as 1% or 0.01");
  return part;
}

Result<Arguments> parse_arguments(const Verb& verb, std::span<const std::string> words) {
  Arguments arguments;
  std::vector<std::string> before;
  size_t i = 0;
  for (; i < words.size() && words[i] != "--"; ++i) before.push_back(words[i]);
  for (; i < words.size(); ++i) {
    if (words[i] == "--")
      arguments.commands.emplace_back();
    else
      arguments.commands.back().push_back(words[i]);
  }
  for (const auto& command : arguments.commands)
    if (command.empty()) return fail(ErrorCode::usage, "there is no command after --");

  CLI::App app;
  app.set_help_flag();
  app.allow_windows_style_options(false);
  app.add_option("arguments", arguments.positional);
  std::map<std::string, std::vector<std::string>> collected;
  std::vector<std::pair<std::string, CLI::Option*>> known;
  std::vector<std::string> given;
  for (const Option& option : verb.options) {
    std::vector<std::string>& place = collected[option.name];
    CLI::Option* made = nullptr;
    if (option.value == nullptr) {
      made = app.add_flag(option.name);
    } else {
      // Exactly one word an occurrence; otherwise a repeatable option would swallow the positional
      // words behind it.
      made = app.add_option(option.name, place)->expected(1)->type_size(1)->allow_extra_args(false);
      made->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
    known.emplace_back(option.name, made);
  }
  try {
    std::reverse(before.begin(), before.end());  // CLI11 takes the words from the back
    app.parse(before);
  } catch (const CLI::ParseError& problem) {
    return fail(
        ErrorCode::usage,
        "the command line of 'lodestone " + std::string(verb.name) + "' cannot be understood",
        problem.what(), "lodestone " + std::string(verb.name) + " --help");
  }
  for (size_t k = 0; k < known.size(); ++k) {
    const auto& [name, option] = known[k];
    if (option->count() == 0) continue;
    if (verb.options[k].value == nullptr) {
      arguments.options[name] = {""};
    } else {
      if (!verb.options[k].repeatable && collected[name].size() > 1)
        return fail(ErrorCode::usage, name + " was given more than once");
      arguments.options[name] = collected[name];
    }
  }
  return arguments;
}

}  // namespace lodestone
