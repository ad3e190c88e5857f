// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/load_side.h"

#include <sys/stat.h>

#include <algorithm>
#include <functional>

#include "base/fd.h"
#include "explain/build_settings.h"
#include "sys/decompress.h"
#include "sys/dwarf_types.h"
#include "sys/kernel_image.h"

namespace lodestone::explain {
namespace {

bool is_directory(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

// Text of symbols: an address of at least eight digits, a blank, one letter.
bool looks_like_symbols(std::string_view text) {
  const size_t digits = text.substr(0, 17).find_first_not_of("0123456789abcdefABCDEF");
  return digits != std::string_view::npos && digits >= 8 && text.size() > digits + 3 &&
         text[digits] == ' ' && text[digits + 2] == ' ';
}

Error with_path(Error error, const std::string& path) {
  error.what = path + ": " + error.what;
  return error;
}

// Kernels without CONFIG_KALLSYMS_ALL name no variables, but BTF lists the per-CPU ones.
void add_percpu_variables(Side& side) {
  if (!side.types || side.symbols.find("__per_cpu_start")) return;
  std::vector<Symbol> symbols(side.symbols.symbols().begin(), side.symbols.symbols().end());
  uint64_t end = 0;
  for (const TypedVariable& variable : side.types->variables) {
    if (variable.section != ".data..percpu") continue;
    symbols.push_back({variable.offset, variable.size, 'D', variable.name, {}});
    end = std::max(end, variable.offset + variable.size);
  }
  if (end == 0) return;
  symbols.push_back({0, 0, 'D', "__per_cpu_start", {}});
  symbols.push_back({end, 0, 'D', "__per_cpu_end", {}});
  side.symbols = SymbolMap(std::move(symbols));
}

// /boot/vmlinuz-6.1 has /boot/config-6.1 beside it; a build tree has .config.
std::string config_beside(const std::string& path, const std::string& release) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash);
  for (const std::string& name :
       {folder + "/config-" + release, folder + "/.config", folder + "/../../../.config"}) {
    if (!exists(name)) continue;
    if (auto text = read_file(name, size_t{16} << 20)) return std::move(*text);
  }
  return "";
}

Result<Side> side_from_image(std::string content, const std::string& path) {
  Side side;
  side.label = path;
  side.digest = std::hash<std::string_view>()(content);
  LODESTONE_ASSIGN(KernelImage image, read_kernel_image(content));
  content = {};
  side.kind = image.format;
  side.architecture = name_of(image.architecture);
  side.banner = image.banner;
  side.release = image.release;
  side.build_id = image.build_id;
  auto symbols = symbols_of(image);
  const bool exact_sizes = image.section(".symtab") != nullptr;
  if (symbols) {
    side.symbols = std::move(*symbols);
  } else {
    add_finding(side.findings, {"F702 no-symbols", path + ": " + symbols.error().what,
                                symbols.error().why, "give the unstripped vmlinux or System.map"});
  }
  if (const KernelImage::Section* btf = image.section(".BTF")) {
    auto types = read_btf(std::string_view(image.content).substr(btf->offset, btf->size));
    if (types)
      side.types = std::make_shared<const TypeTable>(std::move(*types));
    else
      add_finding(side.findings, {"F704 no-types", path + ": " + types.error().what,
                                  types.error().why, types.error().hint});
  } else if (image.is_elf && image.section(".debug_info")) {
    if (auto types = read_dwarf_types(image.content))
      side.types = std::make_shared<const TypeTable>(std::move(*types));
  }
  side.config = parse_config(embedded_config(image));
  if (side.config.empty()) side.config = parse_config(config_beside(path, image.release));
  side.image = std::make_shared<const KernelImage>(std::move(image));
  add_percpu_variables(side);
  finish_symbols(side, exact_sizes);
  return side;
}

}  // namespace

Result<Side> load_side(const std::string& path) {
  std::string file = path;
  if (is_directory(path)) {
    LODESTONE_ASSIGN(const KernelFiles files, find_kernel_files(path));
    file = !files.vmlinux.empty() ? files.vmlinux
           : !files.image.empty() ? files.image
                                  : files.symbols;
  }
  LODESTONE_ASSIGN(std::string content, read_file(file));
  LODESTONE_ASSIGN(Side side, side_from_bytes(std::move(content), file));
  side.label = path;
  return side;
}

Result<Side> side_from_bytes(std::string content, const std::string& label) {
  if (compression_of(content) != Compression::none) {
    auto unpacked = decompress(content);
    // An arm64 Image.gz is a kernel, a System.map.xz is text: the content tells.
    if (!unpacked) return tl::unexpected<Error>(with_path(unpacked.error(), label));
    content = std::move(*unpacked);
  }
  auto side = looks_like_symbols(content) ? side_from_symbol_text(content, label)
                                          : side_from_image(std::move(content), label);
  if (!side) return tl::unexpected<Error>(with_path(side.error(), label));
  return side;
}

std::optional<std::pair<Side, Side>> sides_in_document(std::string_view text) {
  std::vector<Excerpt> excerpts = excerpts_in(text);
  for (size_t i = 0; i < excerpts.size(); ++i)
    for (size_t k = i + 1; k < excerpts.size(); ++k) {
      const auto shares = [&](const Symbol& symbol) {
        return std::any_of(excerpts[k].symbols.begin(), excerpts[k].symbols.end(),
                           [&](const Symbol& other) { return other.name == symbol.name; });
      };
      if (!std::any_of(excerpts[i].symbols.begin(), excerpts[i].symbols.end(), shares)) continue;
      Side base = side_from_excerpt(excerpts[i]);
      Side next = side_from_excerpt(excerpts[k]);
      if (base.label.empty()) base.label = "first excerpt";
      if (next.label.empty()) next.label = "second excerpt";
      return std::make_pair(std::move(base), std::move(next));
    }
  return std::nullopt;
}

}  // namespace lodestone::explain
