/**
 * The synthesizer's voice for each language code of the interface that it reads intelligibly, one per line: voice: codes. The Japanese voice speaks
 * only kana: `kana-readings.ts` converts what it knows.
 */
const table = `
af: af
am: am
an: an
ar: ar ar-classical
as: as
az: az
ba: ba
be: be
bg: bg
bn: bn
bs: bs
ca: ca
chr: chr
cmn: zh zh-hant zh-classical
cs: cs
cv: cv
cy: cy
da: da
de: de
el: el
en: en en-au en-gb
en-us: en-us
eo: eo
es: es es-es
es-419: es-419 es-ar es-cl
et: et
eu: eu
fa: fa prs
fi: fi
fo: fo
fr-be: fr-be
fr-ch: fr-ch
fr: fr fr-ca
ga: ga
gd: gd
gn: gn
grc: grc
gu: gu
hak: hak
haw: haw
he: he he-biblical
hi: hi
hr: hr
ht: ht
hu: hu
hy: hy
ia: ia
id: id
io: io
is: is
it: it
ja: ja
jbo: jbo
ka: ka
kaa: kaa
kk: kk
kn: kn
ko: ko
kok: kok
ku: kmr
ky: ky
la: la
lb: lb
lfn: lfn
lt: lt
ltg: ltg
lv: lv
mi: mi
mk: mk
ml: ml
mr: mr
ms: ms
mt: mt
my: my
nb: nb
ne: ne
nl: nl
om: om
or: or
pa: pa
pap: pap
pl: pl
pt: pt
pt-br: pt-br
qu: qu
quc: quc
ro: ro
ru: ru
sd: sd
shn: shn
si: si
sk: sk
sl: sl
sq: sq
sr: sr
sv: sv
sw: sw
ta: ta
te: te
th: th
ti: ti
tk: tk
tn: tn
tr: tr
tt: tt
ug: ug
uk: uk
ur: ur
uz: uz uzn
vi: vi
yue: yue
`;

const voices = new Map(
  table
    .trim()
    .split("\n")
    .flatMap((row) => {
      const [voice = "", codes = ""] = row.split(": ");
      return codes.split(" ").map((code) => [code, voice] as const);
    }),
);

/** Every language code that has a voice. */
export const spokenLanguages: readonly string[] = [...voices.keys()];

/** The synthesizer's voice for a language code, or `undefined` if there is none. */
export function voiceOf(lang: string): string | undefined {
  return voices.get(lang);
}
