import type { Volume } from "../contents/contents.ts";
import { teacherFolder } from "../contents/layout.ts";

export function pdfOfReader({ folder }: Volume): string {
  return `${folder}/print/${folder}.pdf`;
}

export function pdfOfKeys(volume: Volume): string {
  return `${teacherFolder(volume)}/keys.pdf`;
}
