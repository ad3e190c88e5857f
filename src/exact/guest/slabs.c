/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which pages hold objects of which slab cache, when all work is done. /proc/kcore shows the
 * kernel's memory; where its structs have what follows from its types (exact/slab_layout.h).
 */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exact/guest/guest.h"

enum { most_caches = 1024, most_parts = 64, page_words = 8, pages_at_once = 512 };

/* Documentation/x86/x86_64/mm.rst, four-level page tables without KASLR. */
static const uint64_t page_structs = 0xffffea0000000000, direct_map = 0xffff888000000000,
                      direct_map_end = 0xffffc88000000000;

struct cache {
  uint64_t address;
  unsigned size;
  char name[48];
};

static int kcore = -1;
static Elf64_Phdr part[most_parts];
static unsigned parts, caches;
static struct cache cache[most_caches];

static int peek(uint64_t address, void* into, size_t size) {
  for (unsigned i = 0; i < parts; i++)
    if (part[i].p_type == PT_LOAD && address >= part[i].p_vaddr &&
        address + size <= part[i].p_vaddr + part[i].p_memsz)
      return pread(kcore, into, size, (off_t)(part[i].p_offset + address - part[i].p_vaddr)) ==
             (ssize_t)size;
  return 0;
}

static int open_kcore(void) {
  Elf64_Ehdr header;
  kcore = open("/proc/kcore", O_RDONLY | O_CLOEXEC);
  if (kcore < 0 || pread(kcore, &header, sizeof header, 0) != sizeof header) return 0;
  parts = header.e_phnum < most_parts ? header.e_phnum : most_parts;
  const ssize_t size = (ssize_t)(parts * sizeof *part);
  return pread(kcore, part, (size_t)size, (off_t)header.e_phoff) == size;
}

static void list_caches(const struct guest_slab_layout* layout) {
  uint64_t at = layout->list, next, name;
  while (caches < most_caches && peek(at, &next, sizeof next) && next != layout->list) {
    struct cache* one = &cache[caches];
    one->address = next - layout->list_member;
    if (!peek(one->address + layout->name_member, &name, sizeof name) ||
        !peek(one->address + layout->size_member, &one->size, sizeof one->size) || one->size == 0)
      return;
    for (unsigned i = 0; i + 1 < sizeof one->name; i++) {
      if (!peek(name + i, &one->name[i], 1)) return;
      if (one->name[i] == ' ' || one->name[i] == '\n') one->name[i] = '_';
      if (one->name[i] == 0) break;
    }
    guest_say("cache %u %u %s", caches++, one->size, one->name);
    at = next;
  }
}

static int cache_at(uint64_t address) {
  for (unsigned i = 0; i < caches; i++)
    if (cache[i].address == address) return (int)i;
  return -1;
}

/* Several to a line: "slabs CACHE:PAGE+PAGES ...", in hex. */
static void say_slab(int of, uint64_t page, unsigned pages) {
  static char line[500];
  static size_t used;
  if (of >= 0)
    used += (size_t)snprintf(line + used, sizeof line - used, " %x:%llx+%x", (unsigned)of,
                             (unsigned long long)page, pages);
  if (used == 0 || (of >= 0 && used < sizeof line - 48)) return;
  guest_say("slabs%s", line);
  used = 0;
}

static void walk_pages(const struct guest_slab_layout* layout, uint64_t first, uint64_t end) {
  static uint64_t page[pages_at_once][page_words];
  uint64_t head = 0; /* page struct of the slab that is being counted, and how many pages it has */
  uint64_t head_page = 0;
  unsigned pages = 0;
  int of = -1;
  for (uint64_t at = first; at < end; at += pages_at_once) {
    const uint64_t many = end - at < pages_at_once ? end - at : pages_at_once;
    if (!peek(page_structs + at * sizeof *page, page, many * sizeof *page)) continue;
    for (uint64_t i = 0; i < many; i++) {
      const uint64_t link = page[i][1]; /* a tail's head plus one */
      if (of >= 0 && link == head + 1) {
        pages++;
        continue;
      }
      if (of >= 0) say_slab(of, head_page, pages);
      of = link & 1 ? -1 : cache_at(page[i][layout->cache_member / 8]);
      head = page_structs + (at + i) * sizeof *page;
      head_page = at + i;
      pages = 1;
    }
  }
  if (of >= 0) say_slab(of, head_page, pages);
}

void guest_say_slabs(const struct guest_slab_layout* layout) {
  if (layout->cache_member % 8 != 0 || layout->cache_member >= page_words * 8) return;
  if (!open_kcore()) return;
  list_caches(layout);
  for (unsigned i = 0; caches > 0 && i < parts; i++)
    if (part[i].p_type == PT_LOAD && part[i].p_vaddr >= direct_map &&
        part[i].p_vaddr < direct_map_end)
      walk_pages(layout, (part[i].p_vaddr - direct_map) / 4096,
                 (part[i].p_vaddr - direct_map + part[i].p_memsz) / 4096);
  say_slab(-1, 0, 0);
  close(kcore);
}
