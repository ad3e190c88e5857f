/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The main loop, in the first translation unit behind dhrystone_first.h. */

void DHRYSTONE(passes)(uint64_t passes) {
  One_Fifty Int_1_Loc = 0;
  REG One_Fifty Int_2_Loc = 0;
  One_Fifty Int_3_Loc = 0;
  REG char Ch_Index;
  Enumeration Enum_Loc;
  Str_30 First, Str_2_Loc;
  const unsigned long end = DHRYSTONE(Run_Index) + passes;
  memcpy(First, Str_1_Loc, sizeof First);
  for (; DHRYSTONE(Run_Index) != end; ++DHRYSTONE(Run_Index)) {
    Proc_5();
    Proc_4();
    Int_1_Loc = 2;
    Int_2_Loc = 3;
    strcpy(Str_2_Loc, "DHRYSTONE PROGRAM, 2'ND STRING");
    Enum_Loc = Ident_2;
    DHRYSTONE(Bool_Glob) = !DHRYSTONE(Func_2)(First, Str_2_Loc);
    while (Int_1_Loc < Int_2_Loc) {
      Int_3_Loc = 5 * Int_1_Loc - Int_2_Loc;
      DHRYSTONE(Proc_7)(Int_1_Loc, Int_2_Loc, &Int_3_Loc);
      Int_1_Loc += 1;
    }
    DHRYSTONE(Proc_8)(DHRYSTONE(Arr_1_Glob), DHRYSTONE(Arr_2_Glob), Int_1_Loc, Int_3_Loc);
    DHRYSTONE(Proc_1)(DHRYSTONE(Ptr_Glob));
    for (Ch_Index = 'A'; Ch_Index <= DHRYSTONE(Ch_2_Glob); ++Ch_Index) {
      if (Enum_Loc == DHRYSTONE(Func_1)(Ch_Index, 'C')) { /* never */
        DHRYSTONE(Proc_6)(Ident_1, &Enum_Loc);
        strcpy(Str_2_Loc, "DHRYSTONE PROGRAM, 3'RD STRING");
        Int_2_Loc = (int)DHRYSTONE(Run_Index);
        DHRYSTONE(Int_Glob) = (int)DHRYSTONE(Run_Index);
      }
    }
    Int_2_Loc = Int_2_Loc * Int_1_Loc;
    Int_1_Loc = Int_2_Loc / Int_3_Loc;
    Int_2_Loc = 7 * (Int_2_Loc - Int_3_Loc) - Int_1_Loc;
    Proc_2(&Int_1_Loc);
  }
  last[0] = Int_1_Loc;
  last[1] = Int_2_Loc;
  last[2] = Int_3_Loc;
}

struct dhrystone_state DHRYSTONE(state)(void) {
  struct dhrystone_state state = {last[0],
                                  last[1],
                                  last[2],
                                  DHRYSTONE(Int_Glob),
                                  DHRYSTONE(Bool_Glob),
                                  DHRYSTONE(Ch_1_Glob),
                                  DHRYSTONE(Ch_2_Glob),
                                  DHRYSTONE(Ptr_Glob)->Int_Comp,
                                  DHRYSTONE(Next_Ptr_Glob)->Int_Comp,
                                  DHRYSTONE(Run_Index)};
  return state;
}
