// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/btf.h"

#include <algorithm>
#include <cstring>

namespace lodestone {
namespace {

enum Kind : uint32_t {
  kind_int = 1,
  kind_ptr = 2,
  kind_array = 3,
  kind_struct = 4,
  kind_union = 5,
  kind_enum = 6,
  kind_fwd = 7,
  kind_typedef = 8,
  kind_volatile = 9,
  kind_const = 10,
  kind_restrict = 11,
  kind_func = 12,
  kind_func_proto = 13,
  kind_var = 14,
  kind_datasec = 15,
  kind_float = 16,
  kind_decl_tag = 17,
  kind_type_tag = 18,
  kind_enum64 = 19,
};

struct Type {
  uint32_t name = 0;
  uint32_t info = 0;
  uint32_t size_or_type = 0;
  size_t extra = 0;  // where what follows the twelve bytes starts
  uint32_t kind() const { return info >> 24 & 31; }
  uint32_t count() const { return info & 0xffff; }
  bool flag() const { return info >> 31 != 0; }
};

// A struct of Linux has a few hundred members; a hostile file must not make millions.
constexpr size_t most_btf_members = 4096;
constexpr int deepest = 32;

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  Result<TypeTable> run() {
    LODESTONE_TRY(read_header());
    LODESTONE_TRY(read_types());
    TypeTable table;
    table.types = types_.size() - 1;
    for (uint32_t id = 1; id < types_.size(); ++id) {
      const Type& type = types_[id];
      if ((type.kind() == kind_struct || type.kind() == kind_union) && !text(type.name).empty())
        table.structs.push_back(layout(type));
      else if (type.kind() == kind_datasec)
        add_variables(type, table);
    }
    drop_ambiguous(table);
    return table;
  }

 private:
  tl::unexpected<Error> bad(std::string why) const {
    return fail(ErrorCode::unreadable, "the BTF section cannot be read", std::move(why),
                "the kernel image is damaged or not of this byte order");
  }

  uint32_t word(size_t at) const {
    uint32_t value = 0;
    if (at + 4 <= bytes_.size()) std::memcpy(&value, bytes_.data() + at, 4);
    return value;
  }

  std::string_view text(uint32_t offset) const {
    if (offset >= strings_.size()) return {};
    const size_t end = strings_.find('\0', offset);
    return end == std::string_view::npos ? std::string_view()
                                         : strings_.substr(offset, end - offset);
  }

  Result<void> read_header() {
    if (bytes_.size() < 24) return bad("it is shorter than its header");
    uint16_t magic;
    std::memcpy(&magic, bytes_.data(), 2);
    if (magic != 0xeb9f) return bad("it does not begin with the magic number");
    const uint64_t header = word(4), type_at = word(8), type_length = word(12),
                   string_at = word(16), string_length = word(20);
    if (header < 24 || header > bytes_.size()) return bad("its header's length is wrong");
    const uint64_t room = bytes_.size() - header;
    if (type_at > room || type_length > room - type_at || string_at > room ||
        string_length > room - string_at)
      return bad("its parts reach beyond its end");
    type_begin_ = header + type_at;
    type_end_ = type_begin_ + type_length;
    strings_ = bytes_.substr(header + string_at, string_length);
    return {};
  }

  // Bytes behind the common part, by kind; -1 for an unknown kind.
  static int64_t extra_size(const Type& type) {
    const int64_t n = type.count();
    switch (type.kind()) {
      case kind_int:
      case kind_var:
      case kind_decl_tag:
        return 4;
      case kind_array:
        return 12;
      case kind_struct:
      case kind_union:
      case kind_datasec:
      case kind_enum64:
        return 12 * n;
      case kind_enum:
      case kind_func_proto:
        return 8 * n;
      case kind_ptr:
      case kind_fwd:
      case kind_typedef:
      case kind_volatile:
      case kind_const:
      case kind_restrict:
      case kind_func:
      case kind_float:
      case kind_type_tag:
        return 0;
      default:
        return -1;
    }
  }

  Result<void> read_types() {
    types_.emplace_back();  // id 0 is void
    size_t at = type_begin_;
    while (at < type_end_) {
      if (type_end_ - at < 12) return bad("a type is cut off");
      Type type{word(at), word(at + 4), word(at + 8), at + 12};
      const int64_t extra = extra_size(type);
      if (extra < 0) return bad("it has a kind of type that is not known");
      if (static_cast<uint64_t>(extra) > type_end_ - type.extra) return bad("a type is cut off");
      types_.push_back(type);
      at = type.extra + static_cast<size_t>(extra);
    }
    return {};
  }

  const Type* type_of(uint32_t id) const {
    return id > 0 && id < types_.size() ? &types_[id] : nullptr;
  }

  // Without typedefs and qualifiers.
  const Type* bare(uint32_t id) const {
    for (int depth = 0; depth < deepest; ++depth) {
      const Type* type = type_of(id);
      if (!type) return nullptr;
      switch (type->kind()) {
        case kind_typedef:
        case kind_volatile:
        case kind_const:
        case kind_restrict:
        case kind_type_tag:
          id = type->size_or_type;
          break;
        default:
          return type;
      }
    }
    return nullptr;
  }

  uint64_t size_of(uint32_t id, int depth = 0) const {
    const Type* type = bare(id);
    if (!type || depth > deepest) return 0;
    switch (type->kind()) {
      case kind_ptr:
        return 8;
      case kind_array:
        return size_of(word(type->extra), depth + 1) * word(type->extra + 8);
      case kind_int:
      case kind_struct:
      case kind_union:
      case kind_enum:
      case kind_enum64:
      case kind_float:
        return type->size_or_type;
      default:
        return 0;
    }
  }

  std::string name_of(uint32_t id, int depth = 0) const {
    if (id == 0) return "void";
    const Type* type = type_of(id);
    if (!type || depth > 8) return "";
    switch (type->kind()) {
      case kind_ptr:
        return name_of(type->size_or_type, depth + 1) + " *";
      case kind_struct:
        return "struct " + std::string(text(type->name));
      case kind_union:
        return "union " + std::string(text(type->name));
      case kind_enum:
      case kind_enum64:
        return "enum " + std::string(text(type->name));
      case kind_array:
        return name_of(word(type->extra), depth + 1) + "[" + std::to_string(word(type->extra + 8)) +
               "]";
      case kind_volatile:
      case kind_const:
      case kind_restrict:
      case kind_type_tag:
        return name_of(type->size_or_type, depth + 1);
      case kind_func_proto:
        return "function";
      default:
        return std::string(text(type->name));
    }
  }

  void add_members(const Type& type, uint64_t base_bits, const std::string& prefix, int depth,
                   int named_depth, StructLayout& into, size_t& work) const {
    for (uint32_t k = 0; k < type.count() && into.members.size() < most_btf_members; ++k) {
      if (work == 0) return;
      --work;
      const size_t at = type.extra + 12 * size_t{k};
      const uint32_t raw = word(at + 8), id = word(at + 4);
      const uint64_t offset = base_bits + (type.flag() ? raw & 0xffffff : raw);
      const uint32_t bitfield = type.flag() ? raw >> 24 : 0;
      const std::string_view name = text(word(at));
      const Type* inner = bare(id);
      const bool composite = inner && (inner->kind() == kind_struct || inner->kind() == kind_union);
      if (name.empty()) {
        if (composite && depth < 8)
          add_members(*inner, offset, prefix, depth + 1, named_depth, into, work);
        continue;
      }
      into.members.push_back(
          {prefix + std::string(name), name_of(id), offset, bitfield ? 0 : size_of(id)});
      if (composite && named_depth < 1 && depth < 8)
        add_members(*inner, offset, prefix + std::string(name) + ".", depth + 1, named_depth + 1,
                    into, work);
    }
  }

  StructLayout layout(const Type& type) const {
    StructLayout result;
    result.name = text(type.name);
    result.size = type.size_or_type;
    result.is_union = type.kind() == kind_union;
    size_t work = 8 * most_btf_members;
    add_members(type, 0, "", 0, 0, result, work);
    return result;
  }

  void add_variables(const Type& section, TypeTable& table) const {
    for (uint32_t k = 0; k < section.count(); ++k) {
      const size_t at = section.extra + 12 * size_t{k};
      const Type* variable = type_of(word(at));
      if (!variable || variable->kind() != kind_var) continue;
      table.variables.push_back({std::string(text(variable->name)), std::string(text(section.name)),
                                 word(at + 4), word(at + 8)});
    }
  }

  static bool same(const StructLayout& a, const StructLayout& b) {
    return a.size == b.size && a.members.size() == b.members.size() &&
           std::equal(a.members.begin(), a.members.end(), b.members.begin(),
                      [](const StructMember& x, const StructMember& y) {
                        return x.name == y.name && x.bit_offset == y.bit_offset;
                      });
  }

  static void drop_ambiguous(TypeTable& table) {
    std::stable_sort(table.structs.begin(), table.structs.end(),
                     [](const StructLayout& a, const StructLayout& b) { return a.name < b.name; });
    std::vector<StructLayout> kept;
    for (size_t i = 0; i < table.structs.size();) {
      size_t end = i + 1;
      bool ambiguous = false;
      for (; end < table.structs.size() && table.structs[end].name == table.structs[i].name; ++end)
        ambiguous = ambiguous || !same(table.structs[i], table.structs[end]);
      if (ambiguous)
        ++table.ambiguous;
      else
        kept.push_back(std::move(table.structs[i]));
      i = end;
    }
    table.structs = std::move(kept);
  }

  std::string_view bytes_;
  size_t type_begin_ = 0, type_end_ = 0;
  std::string_view strings_;
  std::vector<Type> types_;
};

}  // namespace

const StructLayout* TypeTable::find(std::string_view name) const {
  const auto at =
      std::lower_bound(structs.begin(), structs.end(), name,
                       [](const StructLayout& s, std::string_view n) { return s.name < n; });
  return at != structs.end() && at->name == name ? &*at : nullptr;
}

Result<TypeTable> read_btf(std::string_view bytes) {
  return Reader(bytes).run();
}

}  // namespace lodestone
