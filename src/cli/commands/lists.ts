import { forms, genres, lengths } from "../../contract/choices.ts";
import { languages } from "../../shared/languages/languages.ts";
import type { Context } from "../context.ts";
import { type CommandResult, ended } from "../io.ts";
import type { Verbs } from "../parser/declarations.ts";
import { formatTable } from "../render/terminal.ts";

export const verbs: Verbs = {
  languages: async (context, [text = ""]) => listLanguages(text, context),
  genres: async (context) => listGenres(context),
};

/** `languages [text]`: lists the codes of the languages that a plan may use, or only those whose code or name contains the text. Offline. */
export function listLanguages(wanted: string, { io }: Context): CommandResult {
  const sought = wanted.toLowerCase();
  const found = languages.filter(({ code, name }) =>
    [code, name].some((text) => text.toLowerCase().includes(sought)),
  );
  const rows = found.map(({ code, name, dir, script }) => [
    code,
    name,
    script,
    dir === "rtl" ? "right to left" : "",
  ]);
  const none = `No language code or English name contains ${JSON.stringify(wanted)}.`;
  io.say(rows.length === 0 ? none : formatTable([["code", "language", "script", ""], ...rows]).join("\n"));
  return ended({
    languages: found.map(({ code, name, bcp47, dir, script }) => ({ code, name, bcp47, dir, script })),
  });
}

/** `genres`: the genres, forms and lengths that can be requested for a story. Offline. */
export function listGenres({ io }: Context): CommandResult {
  for (const [name, codes] of Object.entries({ genre: genres, form: forms, length: lengths }))
    io.say(`${name.padEnd(8)} ${codes.join(" ")}`);
  return ended({ genres, forms, lengths });
}
