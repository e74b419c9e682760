import { idCharactersLeast } from "../../../run/lesson.ts";
import type { WrongReplacement } from "../../../run/problem.ts";
import { showText } from "../../../shared/text.ts";

/** What is wrong with a `--replace`. */
export function describeWrongReplacement({ job, given, why, has }: WrongReplacement): string {
  const hasNow =
    has === null
      ? "Nobody knows what came of its newest creation: coursebinder resolve settles that first."
      : `It has ${has} now: --replace ${job}@${has} buys another in its place.`;
  const named = showText(given ?? "");
  switch (why) {
    case "nothing_there":
      return `${job} has no story that could be replaced: a run without --replace makes it.`;
    case "uncertain":
      return `Nobody knows whether the newest creation of ${job} made a story, so there is nothing to replace yet: coursebinder resolve settles that first.`;
    case "unnamed":
      return `--replace ${job} does not say which story is to be replaced. ${hasNow}`;
    case "short":
      return `"${named}" is too short to name a story of ${job}: give ${idCharactersLeast} characters of its id, or more. ${hasNow}`;
    case "inherited":
      return (
        `${job} has its story from an earlier edition, which keeps it. Replace it there (--edition, with that edition's plan), and this edition ` +
        "takes the new one; or change its topic's text here: then another story is bought for this edition."
      );
    case "ambiguous":
      return `"${named}" names several stories of ${job}. ${hasNow}`;
    case "unknown":
      return `${job} never had a story or an attempt whose id begins with "${named}". ${hasNow}`;
  }
}
