// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/load_side.h"

#include <sys/stat.h>

#include <algorithm>
#include <functional>

#include "base/fd.h"
#include "sys/decompress.h"
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
  side.image = std::make_shared<const KernelImage>(std::move(image));
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
  if (compression_of(content) != Compression::none) {
    auto unpacked = decompress(content);
    // An arm64 Image.gz is a kernel, a System.map.xz is text: the content tells.
    if (!unpacked) return tl::unexpected<Error>(with_path(unpacked.error(), file));
    content = std::move(*unpacked);
  }
  auto side = looks_like_symbols(content) ? side_from_symbol_text(content, file)
                                          : side_from_image(std::move(content), file);
  if (!side) return tl::unexpected<Error>(with_path(side.error(), file));
  side->label = path;
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
