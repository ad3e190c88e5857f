// SPDX-License-Identifier: GPL-2.0-or-later
// Instructions without effect by which a guest program talks to the counting plugin. They are legal
// on real hardware. x86-64: nopl 0x4C53NNNN(%rax,%rax,1), eight bytes 0f 1f 84 00 NN NN 53 4c.
// arm64: movz xzr, #NNNN.
#pragma once

#define LODESTONE_MARK_PREPARE 0x4c01 /* from now on every instruction is counted */
#define LODESTONE_MARK_SECTION \
  0x4c02                          /* a section starts: what follows is one phase of one workload */
#define LODESTONE_MARK_END 0x4c03 /* the section ends */
#define LODESTONE_MARK_BEGIN_OP 0x4c04 /* an operation starts */
#define LODESTONE_MARK_END_OP 0x4c05   /* it ends */
/* The processor that executes it is number N of the guest's system; with several processors only.
 */
#define LODESTONE_MARK_PROCESSOR 0x4d00
#define LODESTONE_MARK_PROCESSORS 16

#define LODESTONE_TEXT_OF(x) #x
#define LODESTONE_TEXT(x) LODESTONE_TEXT_OF(x)

#if defined(__x86_64__)
#define LODESTONE_MARK(number)                                                                    \
  __asm__ volatile(".byte 0x0f, 0x1f, 0x84, 0x00\n\t.long 0x4c530000 + " LODESTONE_TEXT(number):: \
                       : "memory")
#elif defined(__aarch64__)
#define LODESTONE_MARK(number) __asm__ volatile("movz xzr, #" LODESTONE_TEXT(number)::: "memory")
#endif
