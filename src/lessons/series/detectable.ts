import type { LanguageFacts } from "../../shared/languages/languages.ts";

/** The languages that the detector distinguishes, by its own codes. */
const known = new Set(
  (
    "am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ro ru " +
    "sk sl sq sr sv ta te th tl tr uk ur vi yo zh"
  ).split(" "),
);

/** Languages that have another code in the detector, and languages written so much alike that it does not distinguish them. */
const asAnother: Readonly<Record<string, string>> = {
  nb: "no",
  nn: "no",
  fil: "tl",
  id: "ms",
  bs: "hr",
  prs: "fa",
  ckb: "ku",
  arz: "ar",
  apc: "ar",
  yue: "zh",
  wuu: "zh",
  hak: "zh",
  lzh: "zh",
};

/** Languages that the detector does not know and takes for English. */
const likeEnglish = new Set(["sco", "pcm", "jam", "tpi", "bi", "kri", "hwc", "ang", "enm"]);

/** The detector's expected result. `unknown`: it does not know the language, so only English is recognized. `never`: can't be checked. */
export type Expected =
  | { readonly kind: "known"; readonly code: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "never" };

// The detector knows each language in one script only.
const comparable: Readonly<Record<string, RegExp>> = {
  Latn: /\p{sc=Latn}/gu,
  Cyrl: /\p{sc=Cyrl}/gu,
  Arab: /\p{sc=Arab}/gu,
};

/** The expected result for a passage of a language. */
export function expectedIn(
  text: string,
  { bcp47, script, otherScripts }: Pick<LanguageFacts, "bcp47" | "script" | "otherScripts">,
): Expected {
  const [primary = ""] = bcp47.split("-");
  if (likeEnglish.has(primary)) return { kind: "never" };
  const code = asAnother[primary] ?? primary;
  const own = comparable[script];
  const isOtherScript =
    otherScripts.length > 0 && own !== undefined && (text.match(own)?.length ?? 0) < text.length / 4;
  return known.has(code) && !isOtherScript ? { kind: "known", code } : { kind: "unknown" };
}
