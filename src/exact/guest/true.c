/* SPDX-License-Identifier: GPL-2.0-or-later */
/* /bin/true in the guest: what workloads that start a program of the system start. */
int main(void) {
  return 0;
}
