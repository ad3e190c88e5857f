// SPDX-License-Identifier: GPL-2.0-or-later
#include "store/store.h"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/fd.h"
#include "base/printable.h"
#include "base/text.h"
#include "model/run.h"
#include "store/sqlite_schema.h"
#include "store/sqlite_store.h"

namespace lodestone {
namespace {

Result<std::string> default_path() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data && data[0] == '/')
    return std::string(data) + "/lodestone/store.sqlite";  // relative ones do not count (XDG)
  std::string home;
  if (const char* variable = std::getenv("HOME"); variable && variable[0] == '/') {
    home = variable;
  } else if (const passwd* entry = getpwuid(getuid());
             entry && entry->pw_dir && entry->pw_dir[0] == '/') {
    home = entry->pw_dir;
  }
  if (home.empty())
    return fail(ErrorCode::usage, "there is no place for the store",
                "neither HOME nor XDG_DATA_HOME is set, and user " + std::to_string(getuid()) +
                    " has no home",
                "give --store PATH or set LODESTONE_STORE");
  return home + "/.local/share/lodestone/store.sqlite";
}

}  // namespace

Result<void> check_label(std::string_view label) {
  const char* why = nullptr;
  if (label.empty())
    why = "it is empty";
  else if (!valid_utf8(label) || !is_printable(label))
    why = "it holds a line break, a control character or bytes that are not UTF-8";
  else if (label.find('@') != std::string_view::npos)
    why = "'@' chooses among the runs of a label, as in LABEL@last";
  else if (label.front() == '-')
    why = "it would be taken for an option, or for standard input";
  else if (label.front() == ' ' || label.back() == ' ')
    why = "it begins or ends with a blank";
  if (!why) return {};
  return fail(ErrorCode::usage, "'" + printable(label) + "' cannot be a label", why,
              "a word such as before, v6.12 or patched-2");
}

Result<std::string> store_path(const std::string& url) {
  std::string wanted = url;
  if (wanted.empty())
    if (const char* variable = std::getenv("LODESTONE_STORE"); variable && *variable)
      wanted = variable;
  if (wanted.empty()) return default_path();
  if (wanted.starts_with("sqlite://")) wanted.erase(0, 9);
  if (wanted.starts_with("sqlite:")) wanted.erase(0, 7);
  if (const size_t colon = wanted.find("://"); colon != std::string::npos)
    return fail(ErrorCode::usage,
                "stores of the kind '" + wanted.substr(0, colon) + "' do not exist", "",
                "give a path, or sqlite:PATH");
  if (wanted.empty()) return fail(ErrorCode::usage, "the store '" + url + "' names no file");
  return wanted;
}

Result<std::unique_ptr<Store>> open_store(const std::string& url, Access access) {
  LODESTONE_ASSIGN(const std::string path, store_path(url));
  const char* variable = std::getenv("LODESTONE_STORE");
  const bool given = !url.empty() || (variable && *variable);
  // Only the default place is made: a path that was given may hold a slip of the hand.
  const size_t slash = path.rfind('/');
  if (given && access == Access::write && slash != std::string::npos && slash > 0 &&
      !exists(path.substr(0, slash)))
    return fail(ErrorCode::not_found, "there is no folder " + path.substr(0, slash),
                "the store " + path + " cannot be made in it",
                "mend the path, or make the folder: mkdir -p " + path.substr(0, slash));
  LODESTONE_ASSIGN(Database database, open_database(path, access));
  return std::make_unique<SqliteStore>(std::move(database));
}

Result<std::vector<Run>> Store::load(std::string_view reference) {
  LODESTONE_ASSIGN(const auto ids, resolve(reference));
  std::vector<Run> runs;
  for (const std::string& id : ids) {
    LODESTONE_ASSIGN(Run run, load_run(id));
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace lodestone
