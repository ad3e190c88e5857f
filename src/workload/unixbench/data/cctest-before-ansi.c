/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A small program for a compiler to compile, in C as it was before its standard: implicit int, no prototypes. */
#define SIZE 64
#define LIMIT 1000

int table[SIZE][SIZE];
char line[LIMIT];

gcd(a, b)
  int a;
  int b;
{
  int rest;
  while (b != 0) {
    rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

prime(n)
  int n;
{
  int i;
  if (n < 2)
    return 0;
  for (i = 2; i * i <= n; i++)
    if (n % i == 0)
      return 0;
  return 1;
}

fill(n)
  int n;
{
  int i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      table[i][j] = gcd(i + 1, j + 1);
  return n * n;
}

trace(n)
  int n;
{
  int i, total;
  total = 0;
  for (i = 0; i < n; i++)
    total += table[i][i];
  return total;
}

reverse(s)
  char * s;
{
  int i, j, c;
  for (i = 0, j = strlen(s) - 1; i < j; i++, j--) {
    c = s[i];
    s[i] = s[j];
    s[j] = c;
  }
  return 0;
}

digits(n, s)
  int n;
  char * s;
{
  int i;
  i = 0;
  do {
    s[i++] = n % 10 + '0';
  } while ((n /= 10) > 0);
  s[i] = '\0';
  reverse(s);
  return i;
}

order(a, n)
  int * a;
  int n;
{
  int i, j, moves, x;
  moves = 0;
  for (i = 1; i < n; i++) {
    x = a[i];
    for (j = i - 1; j >= 0 && a[j] > x; j--) {
      a[j + 1] = a[j];
      moves++;
    }
    a[j + 1] = x;
  }
  return moves;
}

collatz(n)
  long n;
{
  int steps;
  steps = 0;
  while (n != 1) {
    if (n & 1)
      n = 3 * n + 1;
    else
      n = n / 2;
    steps++;
  }
  return steps;
}

pascal(n, k)
  int n;
  int k;
{
  if (k == 0 || k == n)
    return 1;
  return pascal(n - 1, k - 1) + pascal(n - 1, k);
}

fold(s)
  char * s;
{
  int hash;
  hash = 5381;
  while (*s)
    hash = (hash * 33 + *s++) & 0xffffff;
  return hash;
}

main(argc, argv)
  int argc;
  char **argv;
{
  int i, count, a[SIZE];
  count = 0;
  if (argc > 1)
    strcpy(line, argv[1]);
  else
    strcpy(line, "one two three");
  for (i = 0; i < LIMIT; i++)
    count += prime(i);
  printf("%d primes\n", count);
  printf("%d cells\n", fill(SIZE));
  printf("trace %d\n", trace(SIZE));
  for (i = 0; i < SIZE; i++)
    a[i] = (i * 37) % SIZE;
  printf("%d moves\n", order(a, SIZE));
  printf("%d steps\n", collatz(27L));
  printf("%d ways\n", pascal(12, 5));
  printf("hash %d\n", fold(line));
  reverse(line);
  printf("%s\n", line);
  digits(31415, line);
  printf("%s\n", line);
  if (table[0][0] != gcd(1, 1))
    exit(1);
  if (table[1][7] != gcd(2, 8))
    exit(2);
  if (table[2][14] != gcd(3, 15))
    exit(3);
  if (table[3][21] != gcd(4, 22))
    exit(4);
  if (table[4][28] != gcd(5, 29))
    exit(5);
  if (table[5][35] != gcd(6, 36))
    exit(6);
  if (table[6][42] != gcd(7, 43))
    exit(7);
  if (table[7][49] != gcd(8, 50))
    exit(8);
  if (table[8][56] != gcd(9, 57))
    exit(9);
  if (table[9][63] != gcd(10, 64))
    exit(10);
  if (table[10][6] != gcd(11, 7))
    exit(11);
  if (table[11][13] != gcd(12, 14))
    exit(12);
  if (table[12][20] != gcd(13, 21))
    exit(13);
  if (table[13][27] != gcd(14, 28))
    exit(14);
  if (table[14][34] != gcd(15, 35))
    exit(15);
  if (table[15][41] != gcd(16, 42))
    exit(16);
  if (table[16][48] != gcd(17, 49))
    exit(17);
  if (table[17][55] != gcd(18, 56))
    exit(18);
  if (table[18][62] != gcd(19, 63))
    exit(19);
  if (table[19][5] != gcd(20, 6))
    exit(20);
  if (table[20][12] != gcd(21, 13))
    exit(21);
  if (table[21][19] != gcd(22, 20))
    exit(22);
  if (table[22][26] != gcd(23, 27))
    exit(23);
  if (table[23][33] != gcd(24, 34))
    exit(24);
  if (table[24][40] != gcd(25, 41))
    exit(25);
  exit(0);
}
