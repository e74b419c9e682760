import { thisSystem } from "../../shared/files/windows.ts";

/**
 * Quotes a value as one word for the shell of this machine, whatever it contains.
 *
 * On Windows, it uses double quotes, the only quotes that cmd.exe and PowerShell share. A backtick keeps PowerShell from expanding `$` and from taking
 * a typographic quote for the closing quote. cmd.exe does neither and keeps the backtick, so that in cmd.exe such a line names a file that doesn't
 * exist, and runs nothing. Within quotes, nothing prevents cmd.exe from expanding `%name%` if that variable is set. The program receives a doubled `"`,
 * or a doubled backslash before a quote, as a single character.
 */
export function quoted(value: string, { isWindows } = thisSystem): string {
  if (!isWindows) return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
  if (/^(--[a-z-]+|[\w./\\][\w@+=:./\\-]*)$/.test(value)) return value;
  const escaped = value.replace(/[`$\u201c-\u201e]/g, "`$&").replace(/\\+(?="|$)/g, "$&$&");
  return `"${escaped.replaceAll('"', '""')}"`;
}

/** The command that shows the permissions of a file or a folder. */
export function rightsCommand(path: string, system = thisSystem): string {
  return `${system.isWindows ? "icacls" : "ls -ld"} ${quoted(path, system)}`;
}
