const list = (codes: string): readonly string[] => codes.trim().split(/\s+/);

/** The ids of courses and topics, used in names of folders, files and jobs. */
export const namePattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The names of word lists. */
export const listNamePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,63}$/u;

/** The levels that a list of headwords can have. */
export const levelPattern = /^(?:[1-9]|10)$/;

/** The folder that holds all rehearsals, beside the courses' own folders; its name can't be a course's id. */
export const rehearsalsFolder = "local";

/** Names of devices on Windows, which can have no folder of that name: a repository with one can't be checked out there. */
const deviceNames = list(
  "con prn aux nul com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9",
);

/** A model's server, reached over HTTPS or on this machine, so that no key or story is sent unencrypted. */
export const modelUrlPattern =
  /^(?:https:\/\/[^\s/@?#]+|http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d+)?)(?:\/[^\s?#]*)?$/;

/** Names that fit the pattern, but that no course can have, since a course's folder is named after it. */
export const reservedCourses: readonly string[] = [rehearsalsFolder, ...deviceNames];

/** The ISO 4217 currencies in use, as in ONIX code list 96. */
export const currencies = list(`
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP
DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD
KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR
RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV
WST XAF XCD XOF XPF YER ZAR ZMW
`);

/** The ISO 3166-1 countries, as in ONIX code list 91. */
export const countries = list(`
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN
CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
VN VU WF WS YE YT ZA ZM ZW
`);

/** The formats of a plan that chooses none: what a class and its teacher use without a platform. */
export const defaultFormats = ["web", "epub", "print", "words", "anki", "teacher"] as const;

export const packageFormats = [
  ...defaultFormats,
  ...(["audio", "pdf", "cartridge", "cartridge12", "scorm", "moodle", "h5p"] as const),
] as const;

/**
 * What a plan without `formats` got in earlier versions: one cartridge, in the version that every importer reads, and no PDF, which needs a browser
 * and is not the same on every machine.
 */
export const earlierDefaultFormats = packageFormats.filter(
  (format) => format !== "cartridge12" && format !== "pdf",
);

/** The learning platforms that a package can be for: each gets the file that suits it best. */
export const platforms = ["moodle", "canvas", "blackboard", "openedx", "scorm", "h5p"] as const;

/** Where sound can be included: recordings in a format's files, and single sentences in flashcards and questions. */
export const soundFormats = ["epub", "cartridge", "scorm", "moodle", "h5p", "anki", "sentences"] as const;

/** The paper sizes for sheets and keys. */
export const paperSizes = ["a4", "letter"] as const;

/** The value of an answer that is right except for a slip in its spelling. */
export const almostWorths = ["half", "full"] as const;

/** The page sizes of the printed reader after trimming, as print-on-demand services offer them. */
export const trimSizes = ["5x8in", "5.5x8.5in", "6x9in", "a5"] as const;

/** The narrators that a plan can choose; a plan names neither an address nor a key, because it is content. */
export const narrators = ["embedded", "openai"] as const;

/** The forms of a product that can have an ISBN of their own. */
export const productForms = ["epub", "audiobook", "paperback"] as const;

/** What a contributor did. */
export const contributorRoles = [
  ...(["author", "editor", "series-editor", "consultant", "adapter", "translator", "reviser"] as const),
  ...(["introduction", "foreword", "illustrator", "photographer", "cover", "narrator"] as const),
] as const;

/** The conformance that a book can claim, as its certifier states it. */
export const conformances = ["2.0", "2.1", "2.2"].flatMap((version) =>
  ["A", "AA", "AAA"].map((level) => `WCAG ${version} ${level}`),
);
