// SPDX-License-Identifier: GPL-2.0-or-later
#include "workload/plugin.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include <string_view>

#include "workload/catalog.h"

namespace lodestone {
namespace {

tl::unexpected<Error> no_plugin(const std::string& file, std::string why) {
  return fail(ErrorCode::unreadable, file + " is no workload of lodestone", std::move(why),
              "docs/adding-a-workload.md shows one");
}

bool well_named(std::string_view name) {
  const size_t slash = name.find('/');
  if (slash == 0 || slash == std::string_view::npos || slash + 1 == name.size()) return false;
  for (char c : name)
    if (c != '/' && c != '_' && c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z'))
      return false;
  return name.find('/', slash + 1) == std::string_view::npos;
}

}  // namespace

Result<Plugin> load_plugin(const std::string& file) {
  char path[PATH_MAX];  // dlopen looks for a name without a slash elsewhere
  if (realpath(file.c_str(), path) == nullptr)
    return fail(ErrorCode::not_found, "there is no plug-in " + file);
  void* library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    return no_plugin(file, reason ? reason : "");
  }
  const auto* workload = static_cast<const lodestone_workload*>(dlsym(library, "lodestone_plugin"));
  if (workload == nullptr) return no_plugin(file, "it defines no lodestone_plugin");
  if (workload->version != LODESTONE_WORKLOAD_VERSION)
    return no_plugin(file, "it was built for version " + std::to_string(workload->version) +
                               " of the interface, this is version " +
                               std::to_string(LODESTONE_WORKLOAD_VERSION));
  for (const char* text :
       {workload->name, workload->title, workload->operation, workload->meaning,
        workload->counterpart, workload->exercises, workload->note, workload->unit})
    if (text == nullptr) return no_plugin(file, "one of its texts is NULL; an empty one is \"\"");
  if (!well_named(workload->name))
    return no_plugin(file, "its name must be SUITE/NAME in small letters, digits, - and _: " +
                               std::string(workload->name));
  if (find_workload(workload->name) != nullptr)
    return no_plugin(file, std::string(workload->name) + " is the name of a built-in workload");
  if (workload->run == nullptr || workload->scale <= 0 ||
      (workload->flags & (LODESTONE_PROCESSES | LODESTONE_THREADS)) == 0)
    return no_plugin(file,
                     "it needs run, a scale above 0, and a mode (LODESTONE_PROCESSES or _THREADS)");
  LODESTONE_ASSIGN(const std::string folder, libexec_directory());
  Plugin plugin{workload, folder + "/plugin", {"--plugin", path}};
  if (access(plugin.program.c_str(), X_OK) != 0)
    return fail(ErrorCode::not_found, "the program that runs plug-ins is missing", plugin.program,
                "build or install lodestone as a whole, or set LODESTONE_LIBEXEC");
  return plugin;
}

}  // namespace lodestone
