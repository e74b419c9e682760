import { basename, dirname, join } from "node:path";
import { built, bundle } from "../../src/bundle.mjs";

/** Builds a program of the benches as the product itself is built, since what is measured is the built code. Gives its path. */
export async function builtProgram(path: string): Promise<string> {
  const folder = join(built, ".bench");
  await bundle([basename(path)], { base: dirname(path), folder });
  return join(folder, basename(path).replace(/\.ts$/, ".js"));
}
