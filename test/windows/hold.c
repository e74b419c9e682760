/* Another program that holds a file open, as Explorer, Excel or a virus scanner does: hold.exe <file> [shared]. It ends when it is killed. */
#include <stdio.h>
#include <windows.h>

int wmain(int count, wchar_t **given) {
  DWORD others = count > 2 ? FILE_SHARE_READ : 0;
  HANDLE file = CreateFileW(given[1], GENERIC_READ, others, NULL, OPEN_EXISTING, 0, NULL);
  if (file == INVALID_HANDLE_VALUE) return 1;
  puts("held");
  fflush(stdout);
  Sleep(INFINITE);
  return 0;
}
