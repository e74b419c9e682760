/* A library that Windows has and Wine 8 lacks: native parts of packages that are written in Rust ask it for random bytes. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG count);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
  return SystemFunction036(bytes, (ULONG)count);
}
