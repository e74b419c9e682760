import { iso6392Of } from "../../shared/languages/iso-639-2.ts";

// ONIX takes the bibliographic codes of ISO 639-2 where there are two.
const bibliographic: Readonly<Record<string, string>> = {
  bod: "tib",
  ces: "cze",
  cym: "wel",
  deu: "ger",
  ell: "gre",
  eus: "baq",
  fas: "per",
  fra: "fre",
  hye: "arm",
  isl: "ice",
  kat: "geo",
  mkd: "mac",
  mri: "mao",
  msa: "may",
  mya: "bur",
  nld: "dut",
  ron: "rum",
  slk: "slo",
  sqi: "alb",
  zho: "chi",
};

// Languages that ONIX code list 74 does not have: the group that it has, or none.
const unlisted: Readonly<Record<string, string>> = {
  brx: "sit",
  gbm: "inc",
  hne: "inc",
  jam: "crp",
  lkt: "sio",
  nod: "tai",
  quc: "myn",
  rop: "crp",
  szl: "sla",
  tts: "tai",
  xcl: "arm",
  yrl: "sai",
  yua: "myn",
};

/** A language as ONIX code list 74 has it. */
export function onixLanguage(tag: string): string {
  const code = iso6392Of(tag);
  return unlisted[code] ?? bibliographic[code] ?? code;
}

/** The region and the script of a BCP 47 tag, where it has them. */
export function onixVariety(tag: string): {
  readonly country: string | null;
  readonly script: string | null;
} {
  const parts = tag.split("-").slice(1);
  return {
    country: parts.find((part) => /^[A-Z]{2}$/.test(part)) ?? null,
    script: parts.find((part) => /^[A-Z][a-z]{3}$/.test(part)) ?? null,
  };
}
