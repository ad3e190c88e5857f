/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The first translation unit: the main loop and Proc_1 to Proc_5. Needs REG and DHRYSTONE(name). */
#include <stdlib.h>
#include <string.h>

#include "workload/unixbench/dhrystone.h"

/* Written in full, as the original does, so that each build has the same order of data and code. */
Rec_Pointer DHRYSTONE(Ptr_Glob), DHRYSTONE(Next_Ptr_Glob);
int DHRYSTONE(Int_Glob);
Boolean DHRYSTONE(Bool_Glob);
char DHRYSTONE(Ch_1_Glob), DHRYSTONE(Ch_2_Glob);
int DHRYSTONE(Arr_1_Glob)[50];
int DHRYSTONE(Arr_2_Glob)[50][50];
unsigned long DHRYSTONE(Run_Index);

void DHRYSTONE(Proc_6)(Enumeration, Enumeration*);
void DHRYSTONE(Proc_7)(One_Fifty, One_Fifty, One_Fifty*);
void DHRYSTONE(Proc_8)(Arr_1_Dim, Arr_2_Dim, int, int);
Enumeration DHRYSTONE(Func_1)(Capital_Letter, Capital_Letter);
Boolean DHRYSTONE(Func_2)(Str_30, Str_30);

static void Proc_3(Rec_Pointer* Ptr_Ref) {
  if (DHRYSTONE(Ptr_Glob) != NULL) *Ptr_Ref = DHRYSTONE(Ptr_Glob)->Ptr_Comp;
  DHRYSTONE(Proc_7)(10, DHRYSTONE(Int_Glob), &DHRYSTONE(Ptr_Glob)->Int_Comp);
}

void DHRYSTONE(Proc_1)(REG Rec_Pointer Ptr_Val) {
  REG Rec_Pointer Next_Record = Ptr_Val->Ptr_Comp;
  *Ptr_Val->Ptr_Comp = *DHRYSTONE(Ptr_Glob);
  Ptr_Val->Int_Comp = 5;
  Next_Record->Int_Comp = Ptr_Val->Int_Comp;
  Next_Record->Ptr_Comp = Ptr_Val->Ptr_Comp;
  Proc_3(&Next_Record->Ptr_Comp);
  if (Next_Record->Discr == Ident_1) {
    Next_Record->Int_Comp = 6;
    DHRYSTONE(Proc_6)(Ptr_Val->Enum_Comp, &Next_Record->Enum_Comp);
    Next_Record->Ptr_Comp = DHRYSTONE(Ptr_Glob)->Ptr_Comp;
    DHRYSTONE(Proc_7)(Next_Record->Int_Comp, 10, &Next_Record->Int_Comp);
  } else {
    *Ptr_Val = *Ptr_Val->Ptr_Comp;
  }
}

static void Proc_2(One_Fifty* Int_Par_Ref) {
  One_Fifty Int_Loc = *Int_Par_Ref + 10;
  Enumeration Enum_Loc = Ident_2;
  do {
    if (DHRYSTONE(Ch_1_Glob) == 'A') {
      Int_Loc -= 1;
      *Int_Par_Ref = Int_Loc - DHRYSTONE(Int_Glob);
      Enum_Loc = Ident_1;
    }
  } while (Enum_Loc != Ident_1);
}

static void Proc_4(void) {
  Boolean Bool_Loc = DHRYSTONE(Ch_1_Glob) == 'A';
  DHRYSTONE(Bool_Glob) = Bool_Loc | DHRYSTONE(Bool_Glob);
  DHRYSTONE(Ch_2_Glob) = 'B';
}

static void Proc_5(void) {
  DHRYSTONE(Ch_1_Glob) = 'A';
  DHRYSTONE(Bool_Glob) = 0;
}

static int last[3];
static Str_30 Str_1_Loc;

int DHRYSTONE(prepare)(void) {
  DHRYSTONE(Next_Ptr_Glob) = (Rec_Pointer)malloc(sizeof(Rec_Type));
  DHRYSTONE(Ptr_Glob) = (Rec_Pointer)malloc(sizeof(Rec_Type));
  if (!DHRYSTONE(Next_Ptr_Glob) || !DHRYSTONE(Ptr_Glob)) return -1;
  DHRYSTONE(Ptr_Glob)->Ptr_Comp = DHRYSTONE(Next_Ptr_Glob);
  DHRYSTONE(Ptr_Glob)->Discr = Ident_1;
  DHRYSTONE(Ptr_Glob)->Enum_Comp = Ident_3;
  DHRYSTONE(Ptr_Glob)->Int_Comp = 40;
  strcpy(DHRYSTONE(Ptr_Glob)->Str_Comp, "DHRYSTONE PROGRAM, SOME STRING");
  strcpy(Str_1_Loc, "DHRYSTONE PROGRAM, 1'ST STRING");
  DHRYSTONE(Arr_2_Glob)[8][7] = 10;
  return 0;
}
