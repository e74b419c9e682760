/** The ids of courses and topics, used in names of folders, files and jobs. */
export const namePattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The names of word lists. */
export const listNamePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,63}$/u;

/** The levels that lists of headwords are for. */
export const levelPattern = /^(?:[1-9]|10)$/;

/** The folder beside the courses' own that holds all rehearsals, and so no course's id. */
export const rehearsalsFolder = "local";
