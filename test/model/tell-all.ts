import process from "node:process";
import { explore, tell } from "./explore.ts";
import type { World } from "./state.ts";
import { missingGuards, openWindows, safeWorlds, secondLines } from "./worlds.ts";

// `npm run model`: every world with its counts of states, and the shortest story of each broken promise.
const explored: readonly World[] = [
  ...safeWorlds,
  ...[...secondLines, ...missingGuards, ...openWindows].map(({ world, ...changes }) => ({
    ...world,
    without: "without" in changes ? (changes.without ?? []) : [],
    windows: "windows" in changes ? (changes.windows ?? []) : [],
  })),
];
for (const world of explored) process.stdout.write(`${tell(world, explore(world))}\n`);
