import type { LanguageFacts } from "../../shared/languages/languages.ts";

/** The languages that the detector tells apart, by its own codes. */
const known = new Set(
  (
    "am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ro ru " +
    "sk sl sq sr sv ta te th tl tr uk ur vi yo zh"
  ).split(" "),
);

/** Languages under another code, and languages written nearly alike, which the detector does not tell apart. */
const asAnother: Readonly<Record<string, string>> = {
  ...{ nb: "no", nn: "no", fil: "tl", id: "ms", bs: "hr", prs: "fa", ckb: "ku", arz: "ar", apc: "ar" },
  ...{ yue: "zh", wuu: "zh", hak: "zh", lzh: "zh" },
};

/** Languages that look like English to the detector, which knows none of them. */
const likeEnglish = new Set(["sco", "pcm", "jam", "tpi", "bi", "kri", "hwc", "ang", "enm"]);

/** What the detector should find in a text. `unknown`: it does not know the language, but it knows English. */
export type Expected =
  | { readonly kind: "known"; readonly code: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "never" };

// The detector has each language in one script only; a language that is written in another there is unknown to it.
const comparable: Readonly<Record<string, RegExp>> = {
  Latn: /\p{sc=Latn}/gu,
  Cyrl: /\p{sc=Cyrl}/gu,
  Arab: /\p{sc=Arab}/gu,
};

/** What the detector should find in a passage of a language. */
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
