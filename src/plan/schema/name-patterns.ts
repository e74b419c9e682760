/** The ids of courses and topics, used in names of folders, files and jobs. */
export const namePattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The names of word lists. */
export const listNamePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,63}$/u;

/** The levels that lists of headwords are for. */
export const levelPattern = /^(?:[1-9]|10)$/;

/** The folder beside the courses' own that holds all rehearsals, and so no course's id. */
export const rehearsalsFolder = "local";

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Names of devices on Windows, which can have no folder of that name: a repository with one can't be checked out there. */
const deviceNames: readonly string[] = [
  "con",
  "prn",
  "aux",
  "nul",
  ...["com", "lpt"].flatMap((port) => numbers.map((number) => `${port}${number}`)),
];

/** Names that fit the pattern, and that no course can have, since its folder has its name. */
export const reservedCourses: readonly string[] = [rehearsalsFolder, ...deviceNames];
