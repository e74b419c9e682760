/** An account's id, which is also the name on the sign-in form. */
export const accountIdPattern = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

/** The most credits that an account may start with, or that may be added at once. */
export const creditsMost = 1_000_000_000;
