import { creationTimeout, giveUp } from "./common-flags.ts";
import { audioChoices } from "./options.ts";
import type { Flag } from "./verb.ts";

// The flags of `run`, and those that it shares with the commands that show or repeat a part of it.

export const choosing: readonly Flag[] = [
  { flags: "--only <glob>", text: 'only jobs whose id matches, such as "*.es.2"' },
  { flags: "--first <n>", text: "only the first n of them: a taste of the plan" },
  {
    flags: "--max-credits <n>",
    text: "the most that this run may newly commit",
    env: "COURSEBINDER_MAX_CREDITS",
    refusesEmpty: true,
  },
];

const withoutAligning: Flag = {
  flags: "--no-align",
  text: "don't look when each sentence is heard; align does it later",
  env: "COURSEBINDER_NO_ALIGN",
};

export const consents: readonly Flag[] = [
  {
    flags: "--ledger-must-exist",
    text: "refuse to begin a new ledger (for CI, where an old one should be there)",
  },
  {
    flags: "--new-ledger",
    text: "use a ledger that does not know of lessons which this machine knows were bought: pays for them again (an older copy of a ledger stays refused)",
  },
  {
    flags: "--other-account",
    text: "go on with an account that has none of the ledger's stories (bought lessons stay as they are here)",
  },
];

export const packaging: readonly Flag[] = [
  { flags: "--allow-partial", text: "package what is done, and list what is missing" },
  {
    flags: "--audio <choice>",
    text: "where sound is besides the folder audio: nowhere (link), wherever it can be (embed), or a list such as epub,scorm",
    choices: audioChoices,
    takesList: true,
    standard: "the plan's package.audio",
    env: "COURSEBINDER_AUDIO",
  },
];

export const replacing: Flag = {
  flags: "--replace <job@id>",
  text: "buy another story for a job, while it still has the one whose id begins so",
  repeats: true,
};

export const running: readonly Flag[] = [
  {
    flags: "--approved <file>",
    text: "buy exactly what this saved bill shows, or nothing; it keeps its own choice of jobs",
  },
  { flags: "--yes", text: "don't ask in a terminal: the plan's budget is the consent" },
  replacing,
  {
    flags: "--hold-unexplained",
    text: "buy nothing while the account's balance fell by more than the ledger explains",
    env: "COURSEBINDER_HOLD_UNEXPLAINED",
  },
  { flags: "--retry-refused", text: "send a job that was refused for a passing reason once more" },
  {
    flags: "--deadline <duration>",
    text: "end by then: create only what can be finished; the next run goes on",
    env: "COURSEBINDER_DEADLINE",
    refusesEmpty: true,
  },
  ...packaging,
  withoutAligning,
  {
    flags: "--events <file>",
    text: "append a line of JSON for each thing that happens, for a program that watches",
    env: "COURSEBINDER_EVENTS",
    refusesEmpty: true,
  },
  {
    flags: "--after-creation <command>",
    text: "run it in a shell after each creation, before the next; where it fails, no further one is made",
    env: "COURSEBINDER_AFTER_CREATION",
    refusesEmpty: true,
  },
  creationTimeout,
  giveUp,
];
