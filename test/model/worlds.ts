import type { Guard, Window, World } from "./state.ts";

const common = { lessons: 1, attemptsMost: 3, mustExist: false, without: [], windows: [] } as const;

const twoRuns = [
  { place: 0, computer: 0 },
  { place: 0, computer: 0 },
] as const;
const twoComputersOnOnePlace = [
  { place: 0, computer: 0 },
  { place: 0, computer: 1 },
] as const;
const twoPlaces = [
  { place: 0, computer: 0 },
  { place: 1, computer: 1 },
] as const;

/** Two runs on one file, whose folder is moved by people and their tools. */
const file: World = {
  ...common,
  name: "a file whose folder moves",
  store: "file",
  machines: twoRuns,
  attemptsMost: 2,
  faults: { kill: 1, powerCut: 1, folderLost: 1, olderCopy: 1 },
};

const replacing: World = {
  ...common,
  name: "a file, and another story is asked for",
  store: "file",
  machines: twoRuns,
  faults: { kill: 1, refusal: 1, replace: 1 },
};

const newLedger: World = {
  ...common,
  name: "a file that is lost, and a new one is agreed to",
  store: "file",
  machines: twoRuns,
  faults: { kill: 1, folderLost: 1, newLedger: 1 },
};

const database: World = {
  ...common,
  name: "two computers, a database",
  store: "database",
  machines: twoComputersOnOnePlace,
  faults: { kill: 1, refusal: 1, sessionEnds: 1 },
};

const twoLessons: World = {
  ...common,
  name: "two computers, a database, two lessons",
  store: "database",
  machines: twoComputersOnOnePlace,
  lessons: 2,
  faults: { sessionEnds: 1 },
};

const backup: World = {
  ...common,
  name: "two computers, a database whose backup is restored",
  store: "database",
  machines: twoComputersOnOnePlace,
  attemptsMost: 2,
  faults: { kill: 1, olderCopy: 1 },
};

const forgetful: World = {
  ...file,
  name: "a file that is lost together with the computer's memory",
  faults: { folderLost: 1, memoryLost: 1 },
};

/** Only one computer has the file at a time. */
const handedOver: World = {
  ...common,
  name: "two computers, a file that is handed over",
  store: "file",
  machines: twoPlaces,
  attemptsMost: 2,
  faults: { kill: 1, handedOver: 2 },
  mustExist: true,
};

const copies: World = {
  ...common,
  name: "two computers, a file that is copied",
  store: "file",
  machines: twoPlaces,
  attemptsMost: 2,
  faults: { copied: 1 },
  mustExist: true,
};

/** With every guard and no open window, these keep every promise in every order of events. */
export const safeWorlds: readonly World[] = [file, replacing, newLedger, database, twoLessons, handedOver];

export interface Expected {
  readonly world: World;
  readonly without?: readonly Guard[];
  readonly windows?: readonly Window[];
  readonly promise: RegExp;
}

const paidTwice = /is paid for 2 times/;
const forgotten = /nothing knows of it/;

/** Without any one of these, a promise is broken. */
export const missingGuards: readonly Expected[] = [
  { world: file, without: ["durableIntention"], promise: forgotten },
  { world: file, without: ["openAttemptsCount"], promise: paidTwice },
  { world: file, without: ["timeBeforeWrite"], promise: paidTwice },
  { world: file, without: ["name"], promise: forgotten },
  { world: file, without: ["memory"], promise: paidTwice },
  { world: file, without: ["rescue"], promise: /was heard, and nothing has it/ },
  { world: file, without: ["personWaits"], promise: paidTwice },
  { world: replacing, without: ["compareAndSwap"], promise: /is paid for 3 times/ },
  { world: database, without: ["timeBeforeWrite"], promise: paidTwice },
  { world: database, without: ["fencedIntention", "fenceBeforeWrite"], promise: paidTwice },
  { world: database, without: ["personWaits"], promise: paidTwice },
];

/** Guards of which either is enough, as long as all others are there. */
export const secondLines: readonly { readonly world: World; readonly without: readonly Guard[] }[] = [
  { world: database, without: ["fencedIntention"] },
  { world: database, without: ["fenceBeforeWrite"] },
];

/** Windows that no guard closes. */
export const openWindows: readonly Expected[] = [
  { world: file, windows: ["stopsAfterTheLastCheck"], promise: paidTwice },
  { world: database, windows: ["stopsAfterTheLastCheck"], promise: paidTwice },
  { world: database, windows: ["requestOutlivesTheWait"], promise: paidTwice },
  { world: forgetful, promise: forgotten },
  { world: backup, promise: paidTwice },
  { world: copies, promise: paidTwice },
];
