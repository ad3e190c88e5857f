/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Dhrystone 2.1 (R. Weicker, 1988), with Weicker's names. Two translation units without link-time
 * optimisation: the calls between them are part of the benchmark, and they keep the compiler from
 * moving stores out of the loop. DHRYSTONE(name) gives each of the four builds (with and without
 * register, -O3 and -O2) symbols of its own.
 */
#ifndef LODESTONE_UNIXBENCH_DHRYSTONE_H
#define LODESTONE_UNIXBENCH_DHRYSTONE_H

#include <stdint.h>

typedef enum { Ident_1, Ident_2, Ident_3, Ident_4, Ident_5 } Enumeration;
typedef int One_Fifty;
typedef char Capital_Letter;
typedef int Boolean;
typedef char Str_30[31];
typedef int Arr_1_Dim[50];
typedef int Arr_2_Dim[50][50];

typedef struct record {
  struct record* Ptr_Comp;
  Enumeration Discr;
  Enumeration Enum_Comp;
  int Int_Comp;
  char Str_Comp[31];
} Rec_Type, *Rec_Pointer;

/* What a pass leaves behind. */
struct dhrystone_state {
  int Int_1, Int_2, Int_3, Int_Glob, Bool_Glob;
  char Ch_1, Ch_2;
  int Glob_Int_Comp, Next_Int_Comp;
  unsigned long Run_Index;
};

/* Prepares the two records; 0, or -1 without memory. */
int dhry2_o3_prepare(void);
int dhry2_o2_prepare(void);
int dhry2reg_o3_prepare(void);
int dhry2reg_o2_prepare(void);
/* Runs passes until the index, a global that is its own counter, has risen by `passes`. */
void dhry2_o3_passes(uint64_t passes);
void dhry2_o2_passes(uint64_t passes);
void dhry2reg_o3_passes(uint64_t passes);
void dhry2reg_o2_passes(uint64_t passes);
struct dhrystone_state dhry2_o3_state(void);
struct dhrystone_state dhry2_o2_state(void);
struct dhrystone_state dhry2reg_o3_state(void);
struct dhrystone_state dhry2reg_o2_state(void);

#endif
