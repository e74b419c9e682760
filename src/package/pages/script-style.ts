/** How one script is set, as a learner reads it with ease. Sizes are relative to Latin text beside it. */
interface ScriptFace {
  /** ISO 15924, lower case. */
  readonly script: string;
  readonly fonts: readonly string[];
  readonly size: number;
  readonly leading: number;
  /** Further declarations. */
  readonly further?: string;
}

// Scripts that are not listed are set as Latin is, in whatever the reader's system has for them.
const faces: readonly ScriptFace[] = [
  {
    script: "arab",
    fonts: [
      "Noto Naskh Arabic",
      "Scheherazade New",
      "Amiri",
      "Geeza Pro",
      "Sakkal Majalla",
      "Traditional Arabic",
    ],
    size: 1.2,
    leading: 1.85,
  },
  {
    script: "hebr",
    fonts: ["Noto Serif Hebrew", "Frank Ruehl CLM", "David Libre", "SBL Hebrew", "David", "Times New Roman"],
    size: 1.12,
    leading: 1.75,
  },
  { script: "syrc", fonts: ["Noto Sans Syriac", "Estrangelo Edessa"], size: 1.2, leading: 1.9 },
  { script: "thaa", fonts: ["Noto Sans Thaana", "MV Boli"], size: 1.15, leading: 1.9 },
  {
    script: "hans",
    fonts: ["Noto Serif CJK SC", "Source Han Serif SC", "Songti SC", "STSong", "SimSun"],
    size: 1.05,
    leading: 1.9,
  },
  {
    script: "hant",
    fonts: ["Noto Serif CJK TC", "Source Han Serif TC", "Songti TC", "PMingLiU"],
    size: 1.05,
    leading: 1.9,
  },
  {
    script: "jpan",
    fonts: ["Noto Serif CJK JP", "Source Han Serif", "Hiragino Mincho ProN", "Yu Mincho", "MS PMincho"],
    size: 1.02,
    leading: 2,
  },
  {
    script: "kore",
    fonts: ["Noto Serif CJK KR", "Source Han Serif K", "AppleMyungjo", "Nanum Myeongjo", "Batang"],
    size: 1.02,
    leading: 1.85,
    further: "word-break: keep-all;",
  },
  {
    script: "deva",
    fonts: ["Noto Serif Devanagari", "Kohinoor Devanagari", "Devanagari MT", "Nirmala UI", "Mangal"],
    size: 1.06,
    leading: 1.85,
  },
  {
    script: "beng",
    fonts: ["Noto Serif Bengali", "Kohinoor Bangla", "Nirmala UI"],
    size: 1.06,
    leading: 1.85,
  },
  { script: "guru", fonts: ["Noto Serif Gurmukhi", "Gurmukhi MN", "Nirmala UI"], size: 1.06, leading: 1.85 },
  {
    script: "gujr",
    fonts: ["Noto Serif Gujarati", "Kohinoor Gujarati", "Nirmala UI"],
    size: 1.06,
    leading: 1.85,
  },
  { script: "orya", fonts: ["Noto Sans Oriya", "Oriya MN", "Nirmala UI"], size: 1.06, leading: 1.9 },
  { script: "taml", fonts: ["Noto Serif Tamil", "Tamil MN", "Nirmala UI"], size: 1, leading: 1.9 },
  { script: "telu", fonts: ["Noto Serif Telugu", "Telugu MN", "Nirmala UI"], size: 1.04, leading: 1.95 },
  { script: "knda", fonts: ["Noto Serif Kannada", "Kannada MN", "Nirmala UI"], size: 1.04, leading: 1.95 },
  { script: "mlym", fonts: ["Noto Serif Malayalam", "Malayalam MN", "Nirmala UI"], size: 1, leading: 1.95 },
  { script: "sinh", fonts: ["Noto Serif Sinhala", "Sinhala MN", "Nirmala UI"], size: 1.04, leading: 1.9 },
  { script: "thai", fonts: ["Noto Looped Thai", "Thonburi", "Leelawadee UI"], size: 1.1, leading: 1.95 },
  { script: "laoo", fonts: ["Noto Serif Lao", "Lao MN", "Leelawadee UI"], size: 1.08, leading: 1.95 },
  { script: "khmr", fonts: ["Noto Serif Khmer", "Khmer MN", "Leelawadee UI"], size: 1.08, leading: 2.1 },
  { script: "mymr", fonts: ["Noto Serif Myanmar", "Myanmar MN", "Myanmar Text"], size: 1.02, leading: 2.15 },
  { script: "tibt", fonts: ["Noto Serif Tibetan", "Kailasa", "Microsoft Himalaya"], size: 1.2, leading: 2 },
  { script: "ethi", fonts: ["Noto Serif Ethiopic", "Kefa", "Nyala"], size: 1.04, leading: 1.85 },
  { script: "armn", fonts: ["Noto Serif Armenian", "Mshtakan", "Sylfaen"], size: 1, leading: 1.7 },
  { script: "geor", fonts: ["Noto Serif Georgian", "Sylfaen", "DejaVu Serif"], size: 1, leading: 1.7 },
];

/** The faces of the scripts, as rules for `.script-<code>`. */
export const scriptStyle = `.story-face { font-family: var(--serif); font-size: 1em; line-height: 1.7; }
${faces.map(rule).join("")}:lang(ur).script-arab { font-family: "Noto Nastaliq Urdu", "Jameel Noori Nastaleeq", "Urdu Typesetting", serif; line-height: 2.4; }
.script-hans, .script-hant, .script-jpan { line-break: strict; text-spacing-trim: trim-start; }
`;

function rule({ script, fonts, size, leading, further }: ScriptFace): string {
  const family = fonts.map((font) => `"${font}"`).join(", ");
  const more = further === undefined ? "" : ` ${further}`;
  return `.script-${script} { font-family: ${family}, var(--serif); font-size: ${size}em; line-height: ${leading};${more} }\n`;
}
