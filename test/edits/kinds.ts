import type { Chance } from "../simulation/chance.ts";
import { type Draft, type DraftTopic, idOf, someText, someTopic, textOf } from "./draft.ts";

/** One way in which people edit a plan, in place. False if this plan can't be edited in this way. `past`: its earlier topics. */
type Edit = (draft: Draft, chance: Chance, past: readonly DraftTopic[]) => boolean | undefined;

function some(draft: Draft, chance: Chance): DraftTopic {
  return chance.pick(draft.topics);
}

/** An edit of one topic. */
function ofTopic(edit: (topic: DraftTopic, chance: Chance, draft: Draft) => boolean | undefined): Edit {
  return (draft, chance) => edit(some(draft, chance), chance, draft);
}

/** An edit of two topics, the first before the second. */
function ofTwo(edit: (both: [DraftTopic, DraftTopic], chance: Chance, draft: Draft) => undefined): Edit {
  return (draft, chance) => {
    const { topics } = draft;
    const [first, second] = [chance.below(topics.length), chance.below(topics.length)];
    const [one, other] = [topics[Math.min(first, second)], topics[Math.max(first, second)]];
    if (one === undefined || other === undefined || one === other) return false;
    edit([one, other], chance, draft);
    return true;
  };
}

function reword(text: string, chance: Chance): string {
  const at = chance.between(1, text.length - 2);
  return `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
}

function newId(chance: Chance): string {
  return `new-${chance.between(1, 9_999)}`;
}

function number(draft: Draft): void {
  for (const [index, topic] of draft.topics.entries()) topic.id = `t${index + 1}`;
}

function rename(topic: DraftTopic, id: string, draft: Draft): void {
  draft.moved = [...(draft.moved ?? []), { from: idOf(topic), to: id }];
  topic.id = id;
}

function take(draft: Draft, chance: Chance): DraftTopic | null {
  if (draft.topics.length < 2) return null;
  const [gone] = draft.topics.splice(chance.below(draft.topics.length), 1);
  return gone ?? null;
}

function toggle<Value>(values: Value[], value: Value): boolean {
  if (!values.includes(value)) values.push(value);
  else if (values.length < 2) return false;
  else values.splice(values.indexOf(value), 1);
  return true;
}

const kindsOfText: Readonly<Record<string, Edit>> = {
  "a typo in a text": ofTopic((topic, chance) => {
    if (typeof topic.topic !== "string") return false;
    topic.topic = reword(topic.topic, chance);
    return true;
  }),
  "a typo in an id": ofTopic((topic, chance) => {
    topic.id = reword(idOf(topic), chance).replace(/^-/, "x");
  }),
  "a typo in both": ofTopic((topic, chance) => {
    topic.id = reword(idOf(topic), chance).replace(/^-/, "x");
    topic.topic = reword(textOf(topic), chance);
  }),
  "a topic is translated": ofTopic((topic) => {
    topic.topic = `Le ${textOf(topic).split("").reverse().join("").trim().toLowerCase()}`;
  }),
  "an explicit id": ofTopic((topic, chance) => {
    if (topic.id !== undefined) return false;
    topic.id = newId(chance);
    return true;
  }),
  "an id and a full stop": ofTopic((topic, chance) => {
    topic.id = newId(chance);
    topic.topic = `${textOf(topic)}.`;
  }),
  "one text becomes one for each language": ofTopic((topic, chance, draft) => {
    if (typeof topic.topic !== "string") return false;
    const text = topic.topic;
    topic.id = idOf(topic);
    topic.topic = Object.fromEntries(
      draft.languages.map((lang, at) => [lang, at === 0 ? text : someText(chance)]),
    );
    return true;
  }),
  "an old text under a new id": (draft, chance, past) => {
    if (past.length === 0) return false;
    const { self, topic } = chance.pick(past);
    draft.topics.push({ self, id: newId(chance), topic });
    return true;
  },
  "texts are swapped under their ids": ofTwo(([one, other]) => {
    const ids = [one, other].map(idOf);
    [one.topic, other.topic] = [other.topic, one.topic];
    [one.self, other.self] = [other.self, one.self];
    [one.id, other.id] = ids as [string, string];
  }),
};

const kindsOfIds: Readonly<Record<string, Edit>> = {
  "numbered anew with a topic in front": (draft, chance) => {
    draft.topics.unshift(someTopic(chance));
    number(draft);
  },
  "numbered anew with one in the middle": (draft, chance) => {
    draft.topics.splice(chance.below(draft.topics.length), 0, someTopic(chance));
    number(draft);
  },
  "ids are swapped": ofTwo((both) => {
    const [one, other] = both.map(idOf) as [string, string];
    [both[0].id, both[1].id] = [other, one];
  }),
  "an old id for a new topic": ofTopic((topic, chance, draft) => {
    const id = idOf(topic);
    topic.id = newId(chance);
    draft.topics.push({ ...someTopic(chance), id });
  }),
  "a topic is moved": (draft, chance) => {
    rename(some(draft, chance), newId(chance), draft);
  },
  "a chain of moves": ofTopic((topic, chance, draft) => {
    rename(topic, newId(chance), draft);
    rename(topic, newId(chance), draft);
  }),
  "ids are swapped by moves, and texts corrected": ofTwo((both, chance, draft) => {
    const [one, other] = both.map(idOf) as [string, string];
    draft.moved = [...(draft.moved ?? []), { from: one, to: other }, { from: other, to: one }];
    [both[0].id, both[1].id] = [other, one];
    for (const topic of both) topic.topic = reword(textOf(topic), chance);
  }),
  "a topic again under a new id": ofTopic((topic, chance, draft) => {
    draft.topics.push({ ...topic, id: newId(chance), ...(chance.hits(0.7) ? { length: "long" } : {}) });
  }),
};

const kindsOfPlans: Readonly<Record<string, Edit>> = {
  "a topic at the end": (draft, chance) => {
    draft.topics.push({ ...someTopic(chance), ...(chance.hits(0.5) ? { id: newId(chance) } : {}) });
  },
  "a topic in the middle": (draft, chance) => {
    draft.topics.splice(chance.below(draft.topics.length), 0, { ...someTopic(chance), id: newId(chance) });
  },
  "a topic is taken out": (draft, chance) => take(draft, chance) !== null,
  "a topic is taken out, and removed says so": (draft, chance) => {
    const gone = take(draft, chance);
    if (gone === null) return false;
    draft.removed = [...(draft.removed ?? []), idOf(gone)];
    return true;
  },
  "a topic is excluded": (draft, chance) => {
    const lang = chance.hits(0.5) ? { lang: chance.pick(draft.languages) } : {};
    draft.exclude = [...(draft.exclude ?? []), { topic: idOf(some(draft, chance)), ...lang }];
  },
  "rules are taken away": (draft) => {
    if (draft.exclude === undefined) return false;
    delete draft.exclude;
    return true;
  },
  "what was removed may come back": (draft) => {
    if (draft.removed === undefined) return false;
    delete draft.removed;
    return true;
  },
  "the order of the topics": (draft, chance) => {
    draft.topics.sort(() => chance.next() - 0.5);
  },
  "a topic is split in two": ofTopic((topic, chance, draft) => {
    draft.topics.push({ ...someTopic(chance), id: newId(chance), topic: `${textOf(topic)}, part two` });
    topic.id = idOf(topic);
    topic.topic = `${textOf(topic)}, part one`;
  }),
  "two topics become one": ofTwo(([one, other], _, draft) => {
    one.id = idOf(one);
    one.topic = `${textOf(one)} and ${textOf(other)}`.slice(0, 400);
    draft.topics.splice(draft.topics.indexOf(other), 1);
  }),
};

const kindsOfSettings: Readonly<Record<string, Edit>> = {
  "another length": ({ defaults }, chance) => {
    defaults.length = chance.pick(["short", "medium", "long"]);
  },
  "another genre": ({ defaults }, chance) => {
    defaults.genre = chance.pick(["noir", "children", "adventure"]);
  },
  "audiobooks or none": ({ defaults }) => {
    defaults.audiobook = !defaults.audiobook;
  },
  "other words in a list": (draft, chance) => {
    draft.words = { list: Object.fromEntries(["es", "fr", "de"].map((lang) => [lang, wordsFor(chance)])) };
    some(draft, chance).words = ["list"];
    if (!draft.topics.some(({ words }) => words !== undefined)) delete draft.words;
  },
  "vocabulary is spread, or no longer": (draft, chance) => {
    if (draft.words === undefined) return false;
    if (draft.vocabulary === undefined) draft.vocabulary = { perStory: chance.between(3, 20) };
    else delete draft.vocabulary;
    return true;
  },
  "a language more or less": ({ languages }, chance) => toggle(languages, chance.pick(["es", "fr", "de"])),
  "a difficulty more or less": ({ difficulties }, chance) => toggle(difficulties, chance.pick([2, 4, 6])),
  "another edition": (draft, chance) => {
    draft.edition = chance.pick(["1", "1", "2"]);
  },
};

function wordsFor(chance: Chance): string[] {
  const first = chance.below(20);
  return Array.from({ length: chance.between(1, 12) }, (_, index) => `w${first + index}`);
}

export const kinds = { ...kindsOfText, ...kindsOfIds, ...kindsOfPlans, ...kindsOfSettings };

export type Kind = keyof typeof kinds;
