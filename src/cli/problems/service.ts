import type { StartProblem } from "../../story-service/start-problem.ts";
import { refusalOf } from "./causes.ts";
import { textOf, wordFor } from "./message.ts";
import { type Details, type DetailsOf, messageIn } from "./texts.ts";

interface Unknown {
  /** The beginning of the text for a cause that no table names. */
  readonly subject?: string;
  readonly otherwise?: string;
  readonly remedy?: string;
}

/** The text for the system's error code about a file or folder, and the remedy. `table`: the table of texts about this file. */
function aboutFile(
  table: string,
  cause: string,
  { subject = "", otherwise = "can't be used", remedy = "fix that" }: Unknown,
): Details {
  const refusal = refusalOf(cause);
  const words = wordFor(table, cause) ?? `${subject}${refusal?.what ?? otherwise}`;
  return {
    facts: {
      cause: `${words} (${cause})`,
      remedy: wordFor(`${table}Remedies`, cause) ?? refusal?.remedy ?? remedy,
    },
  };
}

function aboutCode(table: string, cause: string, otherwise = "can't be used"): Details {
  return { facts: { cause: `${wordFor(table, cause) ?? otherwise} (${cause})` } };
}

const ofBackup = { remedy: "put it back from a backup of the folder" };

const details: DetailsOf<StartProblem> = {
  data_folder_unusable: ({ cause }) => aboutFile("folder", cause, { subject: "it " }),
  database_unusable: ({ cause }) => aboutFile("database", cause, ofBackup),
  database_unreachable: ({ cause }) => {
    const why = wordFor("causes", cause);
    return aboutCode("server", cause, why === null ? undefined : `can't be used: ${why}`);
  },
  pepper_unreadable: ({ cause }) => aboutFile("pepper", cause, { otherwise: "can't be read", ...ofBackup }),
  recordings_folder_unusable: ({ cause }) => aboutFile("recordings", cause, { subject: "it " }),
  recordings_unusable: ({ cause }) =>
    aboutCode("bucket", cause, "it refused access, or the connection failed"),
  address_unavailable: ({ reason }) => aboutCode("address", reason),
  books_do_not_balance: ({ imbalances: [first] }) => ({
    facts: { first: first === undefined ? null : `${first.accountId}: ${first.what}` },
  }),
};

/** Why a service can't use its data folder, and what to do, as the end of a sentence. `flag`: the one that names another folder. */
export function describeStartProblem(problem: StartProblem, flag: "--data" | "--out"): string {
  return textOf(messageIn("service", details, { ...problem, flag }));
}
