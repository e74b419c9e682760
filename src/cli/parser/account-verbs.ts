import type { Command } from "commander";
import { calling, ofStories, timeout } from "./common-flags.ts";
import { acting, type Runner, verb, withExamples, withoutHelpFor } from "./verb.ts";

/** Queries about the account. */
export function addAccount(program: Command, runner: Runner): void {
  const account = program.command("account").description("ask the service about the account; spends nothing");
  withExamples(account, "coursebinder account balance", "coursebinder account quote es 2 short");
  const unused = [...ofStories, "--ledger"];
  withoutHelpFor(verb(account, "balance", "the credits left", calling), unused).action(
    acting(runner, async (context) => (await import("../commands/account.ts")).balance(context)),
  );
  withoutHelpFor(
    verb(account, "levels [language...]", "the effective language levels", calling),
    unused,
  ).action(
    acting(runner, async (context, languages) =>
      (await import("../commands/account.ts")).levels(languages, context),
    ),
  );
  withoutHelpFor(verb(account, "books", "the newest books", calling), unused).action(
    acting(runner, async (context) => (await import("../commands/account.ts")).books(context)),
  );
  withoutHelpFor(verb(account, "export <id>", "a book's export, as it comes", calling), unused).action(
    acting(runner, async (context, [id = ""]) =>
      (await import("../commands/account.ts")).exportBook(id, context),
    ),
  );
  withoutHelpFor(
    verb(account, "quote <lang> <difficulty> [length]", "the price of one setting", [
      ...calling,
      { flags: "--no-audiobook", text: "the text alone" },
    ]),
    unused,
  ).action(
    acting(runner, async (context, [lang = "", difficulty = "", length = "short"]) =>
      (await import("../commands/account.ts")).quote(
        { lang, difficulty, length, audiobook: context.raw.audiobook !== false },
        context,
      ),
    ),
  );
}

/** A login, used instead of a key. */
export function addLogin(program: Command, runner: Runner): void {
  const unused = ["--out", "--ledger"];
  withoutHelpFor(
    verb(program, "login", "connect to the service by consent in a browser, instead of an API key", [
      { flags: "--no-browser", text: "print the address of the consent page, and open nothing" },
      timeout,
    ]),
    unused,
  ).action(acting(runner, async (context) => (await import("../commands/login.ts")).login(context)));
  withoutHelpFor(
    verb(program, "logout", "end that connection, and forget it here", [timeout]),
    unused,
  ).action(acting(runner, async (context) => (await import("../commands/login.ts")).logout(context)));
  withoutHelpFor(
    verb(program, "whoami", "the service and the credential that would be used; offline", []),
    unused,
  ).action(acting(runner, async (context) => (await import("../commands/login.ts")).whoami(context)));
}
