import { pluralize } from "../../../shared/pluralize.ts";
import { quote } from "../quote.ts";
import { names, type PlanWords } from "./phrases.ts";

/** Messages for `rotate`, `recall` and `skip`: which topics and words are an edition's turn. */
export const rotationWords = {
  edition_not_counted: (p) =>
    `${quote(p.key)} needs editions that can be counted, and ${quote(p.edition)} has neither a date nor a number at its end; write edition: "{isoYear}-W{isoWeek}", or "1"`,
  not_an_edition: (p) =>
    `${quote(p.value)} is no edition of this plan; write one that looks like ${quote(p.like)}`,
  edition_before_first: (p) =>
    `the edition ${quote(p.edition)} comes before ${quote(p.first)}, with which the rotation begins; choose a later one, or change "from"`,
  based_on_itself: (p) =>
    `the edition ${quote(p.edition)} can't be based on itself; name the earlier edition whose stories it takes`,
  edition_never_changes: () =>
    'the plan has no "edition", so every run is of edition 1, with the same topics; write edition: "{isoYear}-W{isoWeek}" for a new one each week',
  recall_without_rotate: () =>
    '"recall" brings words of earlier topics back, and without "rotate" every edition has the same topics; add "rotate", or remove it',
  rotation_takes_all: (p) =>
    `"rotate" takes ${p.take} of ${pluralize(p.topics, "topic")}, so every edition has all of them; add topics, or take fewer`,
  recalled_left_out: (p) =>
    `${pluralize(p.count, "word")} of earlier editions ${p.count === 1 ? "finds" : "find"} no room in the stories in ${p.lang} at difficulty ${p.difficulty} (${names(p.words)}${p.count > p.words.length ? " ..." : ""}); let them have more words, or recall fewer editions`,
} satisfies Partial<PlanWords>;
