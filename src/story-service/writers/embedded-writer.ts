import type { Writer } from "../ports.ts";
import { packFor } from "./language-packs.ts";
import { tellStory } from "./tell-story.ts";

/**
 * An offline writer of little stories: a woman in a small town needs words and voices for a work about the order's topic, asks for them from door to
 * door, loses nearly everything, and is helped. The same order always gives the same story.
 */
export const embeddedWriter: Writer = {
  covers: (lang) => packFor(lang) !== null,
  write: async (order) => {
    const pack = packFor(order.lang);
    if (pack === null) throw new Error(`the embedded writer does not write ${order.lang}`);
    return tellStory(order, pack);
  },
};
