// Two-letter language tags and their ISO 639-2 terminological codes.
const ofTwoLetters = `
af:afr ak:aka am:amh an:arg ar:ara as:asm ay:aym az:aze ba:bak be:bel bg:bul bm:bam bn:ben bo:bod br:bre bs:bos ca:cat ce:che ch:cha co:cos
cs:ces cu:chu cv:chv cy:cym da:dan de:deu dz:dzo ee:ewe el:ell en:eng eo:epo es:spa et:est eu:eus fa:fas fi:fin fj:fij fo:fao fr:fra fy:fry
ga:gle gd:gla gl:glg gn:grn gu:guj gv:glv ha:hau he:heb hi:hin hr:hrv ht:hat hu:hun hy:hye ia:ina id:ind ie:ile ig:ibo io:ido is:isl it:ita
iu:iku ja:jpn jv:jav ka:kat kg:kon ki:kik kk:kaz km:khm kn:kan ko:kor ks:kas kv:kom kw:cor ky:kir la:lat lb:ltz lg:lug li:lim ln:lin lo:lao
lt:lit lv:lav mg:mlg mh:mah mi:mri mk:mkd ml:mal mn:mon mr:mar ms:msa mt:mlt my:mya nb:nob ne:nep nl:nld nn:nno nr:nbl nv:nav ny:nya oc:oci
oj:oji om:orm or:ori os:oss pa:pan pi:pli pl:pol ps:pus pt:por qu:que rm:roh rn:run ro:ron ru:rus rw:kin sa:san sc:srd sd:snd se:sme si:sin
sk:slk sl:slv sm:smo sn:sna so:som sq:sqi sr:srp ss:ssw st:sot su:sun sv:swe sw:swa ta:tam te:tel tg:tgk th:tha ti:tir tk:tuk tn:tsn to:ton
tr:tur ts:tso tt:tat ty:tah ug:uig uk:ukr ur:urd uz:uzb ve:ven vi:vie vo:vol wo:wol xh:xho yi:yid yo:yor zh:zho zu:zul
`;

// Languages that ISO 639-2 covers only as part of a macrolanguage or a group.
const ofWiderLanguage = `
acw:ara acx:ara aeb:ara afb:ara apc:ara ars:ara ary:ara arz:ara ayl:ara azb:aze bcl:bik bjn:msa ckb:kur fuv:ful hak:zho hbo:heb isv:art kmr:kur
lfn:art ltg:lav lzh:zho mhr:chm nan:zho nhe:nah pnb:lah prs:fas skr:lah tok:art uzn:uzb vro:est wuu:zho yue:zho
`;

const codes = new Map(
  `${ofTwoLetters}${ofWiderLanguage}`
    .trim()
    .split(/\s+/)
    .map((pair): [string, string] => [pair.slice(0, -4), pair.slice(-3)]),
);

/** The three-letter ISO 639-2 code for a BCP 47 tag. A language that ISO 639-2 lacks keeps its ISO 639-3 code, which comes from the same set. */
export function iso6392Of(tag: string): string {
  const language = tag.split("-")[0]?.toLowerCase() ?? "";
  return codes.get(language) ?? (language.length === 3 ? language : "und");
}
