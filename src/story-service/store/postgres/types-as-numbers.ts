import pg from "pg";

/** The driver gives 64-bit numbers and sums as texts; ours are all whole and far below 2^53. */
export const typesAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};
