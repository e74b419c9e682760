import { endingsLike, type Grammar, type Kind, type StemRule, setOf } from "../grammar.ts";

const polite = "(?:ます|ました|ません|ませんでした|ましょう|まして)";
const te =
  "(?:て|で)(?:い?る|い?た|い?て|い?ます|い?ました|い?ない|い?なかった|ください|しまった|しまう|しまいました|みる|みた|みて|みます|おく|くる|きた|いく|から|は|も)?";
const ta = "(?:た|だ)(?:り|ら|ことがある)?";
const negative = "(?:ない|なかった|なく|なくて|なければ|ないで|ず|ずに|ぬ)";
const wish = "(?:たい|たかった|たくない|たくて|たく|たがる|たがって)";
const gerund =
  "(?:ながら|そう|そうな|そうに|に|すぎる|すぎた|やすい|にくい|方|始める|始めた|続ける|続けた|なさい)?";
const onI = `(?:${polite}|${wish}|${gerund})`;
const negation = `(?:${negative}|れる|れた|れて|せる|せた|せて|れます|せます)`;

// By the last kana of the dictionary form: its a, i, e and o rows, and the te-form.
const godan: Readonly<Record<string, readonly [a: string, i: string, e: string, o: string, te: string]>> = {
  う: ["わ", "い", "え", "お", "っ"],
  く: ["か", "き", "け", "こ", "い"],
  ぐ: ["が", "ぎ", "げ", "ご", "い"],
  す: ["さ", "し", "せ", "そ", "し"],
  つ: ["た", "ち", "て", "と", "っ"],
  ぬ: ["な", "に", "ね", "の", "ん"],
  ぶ: ["ば", "び", "べ", "ぼ", "ん"],
  む: ["ま", "み", "め", "も", "ん"],
  る: ["ら", "り", "れ", "ろ", "っ"],
};
const ichidan = `(?:${polite}|${te}|${ta}|${negative}|${wish}|${gerund}|られる|られた|られて|られます|られない|られました|させる|させた|させて|れば|よう|ろ|る|るの)`;
const iAdjective =
  "(?:い|く|くて|かった|くない|くなかった|くなる|くなった|くなって|ければ|さ|そう|そうな|そうに|すぎる)";
const notAdjectives = setOf(
  "きれい 嫌い きらい 世界 一杯 お願い お祝い 匂い 違い 間違い 願い 誓い 思い 想い 笑い 占い 戦い 扱い 魔法使い 向かい 互い 幸い 勢い せい くらい ぐらい だいたい あいだい",
);

function verb(headword: string): StemRule[] {
  const kind = "verb";
  if (headword.endsWith("する") && headword.length > 2) {
    return [
      {
        stem: headword.slice(0, -2),
        endings: endingsLike(
          `(?:する|すれば|し(?:${polite}|${te}|${ta}|${negative}|${wish}|${gerund}|よう|ろ)|さ(?:れる|れた|れて|せる|せた|せて)|でき(?:る|た|ます|ない|て))`,
        ),
        kind,
      },
    ];
  }
  const stem = headword.slice(0, -1);
  const row = godan[headword.slice(-1)];
  if (row === undefined || stem === "") return [];
  const [a, i, e, o, sound] = row;
  // 行く is irregular: 行って.
  const before = headword === "行く" || headword === "いく" ? "っ" : sound;
  const rules: StemRule[] = [
    {
      stem,
      endings: endingsLike(
        `(?:${a}${negation}|${i}${onI}|${e}(?:ば|る|た|て|ない|ます|ません)?|${o}う|${before}(?:${te}|${ta})|${headword.slice(-1)})`,
      ),
      kind,
    },
  ];
  if (
    headword.endsWith("る") &&
    /[\p{Script=Han}いきしちにひみりぎじびえけせてねへめれげぜでべ]$/u.test(stem)
  ) {
    const isKanji = /\p{Script=Han}$/u.test(stem);
    return isKanji
      ? [...rules, { stem, endings: endingsLike(ichidan), kind }]
      : [{ stem, endings: endingsLike(ichidan), kind }, ...rules];
  }
  return rules;
}

function adjective(headword: string): StemRule[] {
  if (!headword.endsWith("い") || headword.length < 2) return [];
  return [{ stem: headword.slice(0, -1), endings: endingsLike(iAdjective), kind: "adjective" }];
}

function guess(headword: string): Kind {
  if (
    /^\p{Script=Han}+[ぁ-ん]*[うくぐすつぬぶむる]$/u.test(headword) ||
    /^[ぁ-ん]{2,}[うくぐすつぬぶむる]$/u.test(headword)
  )
    return "verb";
  if (/[ぁ-ん\p{Script=Han}]い$/u.test(headword) && !notAdjectives.has(headword)) return "adjective";
  return "noun";
}

export const ja: Grammar = {
  articles: setOf(""),
  verbMarks: setOf(""),
  determiners: setOf(""),
  objectPronouns: setOf(""),
  pronouns: setOf(""),
  guess,
  noun: () => [],
  verb,
  adjective,
};
