/**
 * What a package must know about every language code of the interface (2.1), in the interface's order, one per line: code | BCP 47 tag | English name
 * | direction | script | how words are found | spacing | direction follows script? | other scripts.
 *
 * Maintained by hand, never taken from `Intl`: `Intl` has the wrong direction for a dozen codes and no valid tag for four.
 */
export const languageRows = `
af|af|Afrikaans|ltr|Latn|space|spaces
ain|ain|Ainu|ltr|Kana|space|spaces||Latn Cyrl
ak|ak|Akan|ltr|Latn|space|spaces
sq|sq|Albanian|ltr|Latn|space|spaces
am|am|Amharic|ltr|Ethi|space|spaces
grc|grc|Ancient Greek|ltr|Grek|space|spaces
ar|ar|Arabic|rtl|Arab|space|spaces
an|an|Aragonese|ltr|Latn|space|spaces
hy|hy|Armenian|ltr|Armn|space|spaces
as|as|Assamese|ltr|Beng|space|spaces
ast|ast|Asturian|ltr|Latn|space|spaces
awa|awa|Awadhi|ltr|Deva|space|spaces
ay|ay|Aymara|ltr|Latn|space|spaces
az|az|Azerbaijani|ltr|Latn|space|spaces|by-script|Arab Cyrl
ban|ban|Balinese|ltr|Latn|space|spaces||Bali
bm|bm|Bambara|ltr|Latn|space|spaces|by-script|Nkoo
bjn|bjn|Banjar|ltr|Latn|space|spaces|by-script|Arab
ba|ba|Bashkir|ltr|Cyrl|space|spaces||Latn
eu|eu|Basque|ltr|Latn|space|spaces
be|be|Belarusian|ltr|Cyrl|space|spaces
bem|bem|Bemba|ltr|Latn|space|spaces
bn|bn|Bengali|ltr|Beng|space|spaces
bho|bho|Bhojpuri|ltr|Deva|space|spaces
arc|arc-Hebr|Biblical Aramaic|rtl|Hebr|space|spaces||Syrc Armi
he-biblical|hbo|Biblical Hebrew|rtl|Hebr|space|spaces
brx|brx|Bodo|ltr|Deva|space|spaces
bs|bs|Bosnian|ltr|Latn|space|spaces||Cyrl
br|br|Breton|ltr|Latn|space|spaces
bug|bug|Buginese|ltr|Latn|space|spaces||Bugi
bg|bg|Bulgarian|ltr|Cyrl|space|spaces
my|my|Burmese|ltr|Mymr|icu|unspaced
bua|bua|Buryat|ltr|Cyrl|space|spaces
yue|yue|Cantonese|ltr|Hant|icu|unspaced
ca|ca|Catalan|ltr|Latn|space|spaces
ceb|ceb|Cebuano|ltr|Latn|space|spaces
bcl|bcl|Central Bikol|ltr|Latn|space|spaces
ch|ch|Chamorro|ltr|Latn|space|spaces
ce|ce|Chechen|ltr|Cyrl|space|spaces
chr|chr|Cherokee|ltr|Cher|space|spaces||Latn
hne|hne|Chhattisgarhi|ltr|Deva|space|spaces
ny|ny|Chichewa (Nyanja)|ltr|Latn|space|spaces
zh|zh|Chinese|ltr|Hans|icu|unspaced||Hant
zh-hant|zh-Hant|Chinese (Traditional)|ltr|Hant|icu|unspaced
cu|cu|Church Slavonic|ltr|Cyrl|space|spaces
cv|cv|Chuvash|ltr|Cyrl|space|spaces
ar-classical|ar|Classical Arabic|rtl|Arab|space|spaces
xcl|xcl|Classical Armenian|ltr|Armn|space|spaces
zh-classical|lzh|Classical Chinese|ltr|Hant|char|unspaced||Hans
ja-classical|ja|Classical Japanese|ltr|Jpan|icu-approx|unspaced||Kana
syc|syc|Classical Syriac|rtl|Syrc|space|spaces||Hebr
cop|cop|Coptic|ltr|Copt|space|spaces||Latn
kw|kw|Cornish|ltr|Latn|space|spaces
co|co|Corsican|ltr|Latn|space|spaces
crh|crh|Crimean Tatar|ltr|Latn|space|spaces||Cyrl
hr|hr|Croatian|ltr|Latn|space|spaces
cs|cs|Czech|ltr|Latn|space|spaces
da|da|Danish|ltr|Latn|space|spaces
prs|prs|Dari|rtl|Arab|space|spaces
doi|doi|Dogri|ltr|Deva|space|spaces|by-script|Arab
nl|nl|Dutch|ltr|Latn|space|spaces
dyu|dyu|Dyula|ltr|Latn|space|spaces|by-script|Nkoo
dz|dz|Dzongkha|ltr|Tibt|syllable|unspaced
arz|arz|Egyptian Arabic|rtl|Arab|space|spaces
en|en|English|ltr|Latn|space|spaces
en-au|en-AU|English (Australia)|ltr|Latn|space|spaces
en-gb|en-GB|English (United Kingdom)|ltr|Latn|space|spaces
en-us|en-US|English (United States)|ltr|Latn|space|spaces
eo|eo|Esperanto|ltr|Latn|space|spaces
et|et|Estonian|ltr|Latn|space|spaces
ee|ee|Ewe|ltr|Latn|space|spaces
fo|fo|Faroese|ltr|Latn|space|spaces
fj|fj|Fijian|ltr|Latn|space|spaces
fil|fil|Filipino|ltr|Latn|space|spaces
fi|fi|Finnish|ltr|Latn|space|spaces
fon|fon|Fon|ltr|Latn|space|spaces
fr|fr|French|ltr|Latn|space|spaces
fr-be|fr-BE|French (Belgium)|ltr|Latn|space|spaces
fr-ca|fr-CA|French (Canada)|ltr|Latn|space|spaces
fr-ch|fr-CH|French (Switzerland)|ltr|Latn|space|spaces
fur|fur|Friulian|ltr|Latn|space|spaces
fuv|fuv|Fulfulde (Nigerian)|ltr|Latn|space|spaces|by-script|Adlm Arab
gl|gl|Galician|ltr|Latn|space|spaces
gbm|gbm|Garhwali|ltr|Deva|space|spaces
ka|ka|Georgian|ltr|Geor|space|spaces
de|de|German|ltr|Latn|space|spaces
qgb|art-x-globasa|Globasa|ltr|Latn|space|spaces
el|el|Greek|ltr|Grek|space|spaces
gn|gn|Guarani|ltr|Latn|space|spaces
gu|gu|Gujarati|ltr|Gujr|space|spaces
afb|afb|Gulf Arabic|rtl|Arab|space|spaces
ht|ht|Haitian Creole|ltr|Latn|space|spaces
hak|hak|Hakka Chinese|ltr|Hant|icu-approx|unspaced||Latn
ha|ha|Hausa|ltr|Latn|space|spaces|by-script|Arab
haw|haw|Hawaiian|ltr|Latn|space|spaces
he|he|Hebrew|rtl|Hebr|space|spaces
acw|acw|Hejazi Arabic|rtl|Arab|space|spaces
hil|hil|Hiligaynon|ltr|Latn|space|spaces
hi|hi|Hindi|ltr|Deva|space|spaces
hu|hu|Hungarian|ltr|Latn|space|spaces
is|is|Icelandic|ltr|Latn|space|spaces
io|io|Ido|ltr|Latn|space|spaces
ig|ig|Igbo|ltr|Latn|space|spaces
ilo|ilo|Iloko|ltr|Latn|space|spaces
id|id|Indonesian|ltr|Latn|space|spaces
ia|ia|Interlingua|ltr|Latn|space|spaces
ie|ie|Interlingue|ltr|Latn|space|spaces
isv|isv|Interslavic|ltr|Latn|space|spaces||Cyrl
iu|iu|Inuktitut|ltr|Cans|space|spaces||Latn
ga|ga|Irish|ltr|Latn|space|spaces
tts|tts|Isan|ltr|Thai|icu-approx|unspaced||Laoo
it|it|Italian|ltr|Latn|space|spaces
jam|jam|Jamaican Patois (Creole)|ltr|Latn|space|spaces
ja|ja|Japanese|ltr|Jpan|icu|unspaced
jv|jv|Javanese|ltr|Latn|space|spaces|by-script|Java Arab
quc|quc|K'iche'|ltr|Latn|space|spaces
kab|kab|Kabyle|ltr|Latn|space|spaces|by-script|Tfng Arab
kam|kam|Kamba|ltr|Latn|space|spaces
kn|kn|Kannada|ltr|Knda|space|spaces
pam|pam|Kapampangan|ltr|Latn|space|spaces
kaa|kaa|Karakalpak|ltr|Cyrl|space|spaces||Latn
ks-deva|ks-Deva|Kashmiri (Devanagari)|ltr|Deva|space|spaces
ks|ks|Kashmiri (Perso-Arabic)|rtl|Arab|space|spaces|by-script|Deva
kk|kk|Kazakh|ltr|Cyrl|space|spaces|by-script|Arab Latn
km|km|Khmer|ltr|Khmr|icu|unspaced
ki|ki|Kikuyu|ltr|Latn|space|spaces
rw|rw|Kinyarwanda|ltr|Latn|space|spaces
rn|rn|Kirundi|ltr|Latn|space|spaces
kv|kv|Komi|ltr|Cyrl|space|spaces
kg|kg|Kongo|ltr|Latn|space|spaces
kok|kok|Konkani|ltr|Deva|space|spaces||Latn Knda
ko|ko|Korean|ltr|Kore|space|spaces
rop|rop|Kriol (Australia)|ltr|Latn|space|spaces
kmr|kmr|Kurdish (Kurmanji)|ltr|Latn|space|spaces||Arab Cyrl
ckb|ckb|Kurdish (Sorani)|rtl|Arab|space|spaces|by-script|Latn
ky|ky|Kyrgyz|ltr|Cyrl|space|spaces|by-script|Arab
lkt|lkt|Lakota|ltr|Latn|space|spaces
lo|lo|Lao|ltr|Laoo|icu|unspaced
ltg|ltg|Latgalian|ltr|Latn|space|spaces
la|la|Latin|ltr|Latn|space|spaces
lv|lv|Latvian|ltr|Latn|space|spaces
apc|apc|Levantine Arabic|rtl|Arab|space|spaces
ayl|ayl|Libyan Arabic|rtl|Arab|space|spaces
li|li|Limburgish|ltr|Latn|space|spaces
ln|ln|Lingala|ltr|Latn|space|spaces
lfn|lfn|Lingua Franca Nova|ltr|Latn|space|spaces
lt|lt|Lithuanian|ltr|Latn|space|spaces
jbo|jbo|Lojban|ltr|Latn|space|spaces||Cyrl
lmo|lmo|Lombard|ltr|Latn|space|spaces
nds|nds|Low German|ltr|Latn|space|spaces
lg|lg|Luganda|ltr|Latn|space|spaces
luo|luo|Luo|ltr|Latn|space|spaces
lb|lb|Luxembourgish|ltr|Latn|space|spaces
mk|mk|Macedonian|ltr|Cyrl|space|spaces
mag|mag|Magahi|ltr|Deva|space|spaces
mai|mai|Maithili|ltr|Deva|space|spaces
mg|mg|Malagasy|ltr|Latn|space|spaces|by-script|Arab
ms|ms|Malay|ltr|Latn|space|spaces|by-script|Arab
ml|ml|Malayalam|ltr|Mlym|space|spaces
mt|mt|Maltese|ltr|Latn|space|spaces
mni|mni|Manipuri (Meitei)|ltr|Mtei|space|spaces||Beng Latn
gv|gv|Manx|ltr|Latn|space|spaces
mi|mi|Māori|ltr|Latn|space|spaces
mr|mr|Marathi|ltr|Deva|space|spaces
mh|mh|Marshallese|ltr|Latn|space|spaces
mhr|mhr|Meadow Mari|ltr|Cyrl|space|spaces
enm|enm|Middle English|ltr|Latn|space|spaces
gmh|gmh|Middle High German|ltr|Latn|space|spaces
min|min|Minangkabau|ltr|Latn|space|spaces|by-script|Arab
lus|lus|Mizo|ltr|Latn|space|spaces
moh|moh|Mohawk|ltr|Latn|space|spaces
mn|mn|Mongolian|ltr|Cyrl|space|spaces||Mong
ary|ary|Moroccan Arabic|rtl|Arab|space|spaces
nhe|nhe|Nahuatl (Eastern Huasteca)|ltr|Latn|space|spaces
ars|ars|Najdi Arabic|rtl|Arab|space|spaces
nv|nv|Navajo|ltr|Latn|space|spaces
nap|nap|Neapolitan|ltr|Latn|space|spaces
ne|ne|Nepali|ltr|Deva|space|spaces
yrl|yrl|Nheengatu|ltr|Latn|space|spaces
se|se|Northern Sami|ltr|Latn|space|spaces
nso|nso|Northern Sotho|ltr|Latn|space|spaces
nod|nod|Northern Thai|ltr|Thai|icu-approx|unspaced||Lana
uzn|uzn|Northern Uzbek|ltr|Latn|space|spaces||Cyrl
nb|nb|Norwegian Bokmål|ltr|Latn|space|spaces
nn|nn|Norwegian Nynorsk|ltr|Latn|space|spaces
oc|oc|Occitan|ltr|Latn|space|spaces
or|or|Odia|ltr|Orya|space|spaces
oj|oj|Ojibwa|ltr|Cans|space|spaces||Latn
ang|ang|Old English|ltr|Latn|space|spaces||Runr
fro|fro|Old French|ltr|Latn|space|spaces
non|non|Old Norse|ltr|Latn|space|spaces||Runr
acx|acx|Omani Arabic|rtl|Arab|space|spaces
om|om|Oromo|ltr|Latn|space|spaces||Ethi
os|os|Ossetic|ltr|Cyrl|space|spaces
pi|pi|Pali|ltr|Latn|space|spaces||Deva Thai Sinh Mymr
pag|pag|Pangasinan|ltr|Latn|space|spaces
pap|pap|Papiamento|ltr|Latn|space|spaces
ps|ps|Pashto|rtl|Arab|space|spaces
fa|fa|Persian|rtl|Arab|space|spaces|by-script|Cyrl
pms|pms|Piedmontese|ltr|Latn|space|spaces
pl|pl|Polish|ltr|Latn|space|spaces
pt|pt|Portuguese|ltr|Latn|space|spaces
pt-br|pt-BR|Portuguese (Brazil)|ltr|Latn|space|spaces
pa|pa|Punjabi (Gurmukhi)|ltr|Guru|space|spaces|by-script|Arab
pnb|pnb|Punjabi (Shahmukhi, Western)|rtl|Arab|space|spaces||Guru
qu|qu|Quechua|ltr|Latn|space|spaces
ro|ro|Romanian|ltr|Latn|space|spaces||Cyrl
rm|rm|Romansh|ltr|Latn|space|spaces
ru|ru|Russian|ltr|Cyrl|space|spaces
sah|sah|Sakha (Yakut)|ltr|Cyrl|space|spaces
sm|sm|Samoan|ltr|Latn|space|spaces
sa|sa|Sanskrit|ltr|Deva|space|spaces||Latn
sat|sat|Santali|ltr|Olck|space|spaces||Latn Beng Deva
skr|skr|Saraiki|rtl|Arab|space|spaces|by-script|Deva
sc|sc|Sardinian|ltr|Latn|space|spaces
sco|sco|Scots|ltr|Latn|space|spaces
gd|gd|Scottish Gaelic|ltr|Latn|space|spaces
sr|sr|Serbian|ltr|Cyrl|space|spaces||Latn
st|st|Sesotho (Southern Sotho)|ltr|Latn|space|spaces
shn|shn|Shan|ltr|Mymr|none|unspaced||Latn
sn|sn|Shona|ltr|Latn|space|spaces
scn|scn|Sicilian|ltr|Latn|space|spaces
szl|szl|Silesian|ltr|Latn|space|spaces
sd|sd|Sindhi|rtl|Arab|space|spaces|by-script|Deva
si|si|Sinhala|ltr|Sinh|space|spaces
sk|sk|Slovak|ltr|Latn|space|spaces
sl|sl|Slovenian|ltr|Latn|space|spaces
so|so|Somali|ltr|Latn|space|spaces|by-script|Arab Osma
azb|azb|South Azerbaijani|rtl|Arab|space|spaces|by-script|Latn
nr|nr|South Ndebele|ltr|Latn|space|spaces
es|es|Spanish|ltr|Latn|space|spaces
es-ar|es-AR|Spanish (Argentina)|ltr|Latn|space|spaces
es-cl|es-CL|Spanish (Chile)|ltr|Latn|space|spaces
es-419|es-419|Spanish (Latin America)|ltr|Latn|space|spaces
es-es|es-ES|Spanish (Spain)|ltr|Latn|space|spaces
srn|srn|Sranan Tongo|ltr|Latn|space|spaces
su|su|Sundanese|ltr|Latn|space|spaces|by-script|Sund Arab
sw|sw|Swahili|ltr|Latn|space|spaces|by-script|Arab
ss|ss|Swati|ltr|Latn|space|spaces
sv|sv|Swedish|ltr|Latn|space|spaces
ty|ty|Tahitian|ltr|Latn|space|spaces
nan|nan|Taiwanese (Min Nan, Hokkien)|ltr|Hant|icu-approx|unspaced||Latn
tg|tg|Tajik|ltr|Cyrl|space|spaces|by-script|Arab
ta|ta|Tamil|ltr|Taml|space|spaces
tt|tt|Tatar|ltr|Cyrl|space|spaces|by-script|Latn Arab
te|te|Telugu|ltr|Telu|space|spaces
tet|tet|Tetum|ltr|Latn|space|spaces
th|th|Thai|ltr|Thai|icu|unspaced
bo|bo|Tibetan|ltr|Tibt|syllable|unspaced
ti|ti|Tigrinya|ltr|Ethi|space|spaces
tpi|tpi|Tok Pisin|ltr|Latn|space|spaces
tok|tok|Toki Pona|ltr|Latn|space|spaces||Sitelen (PUA)
to|to|Tongan|ltr|Latn|space|spaces
ts|ts|Tsonga|ltr|Latn|space|spaces
tn|tn|Tswana|ltr|Latn|space|spaces
aeb|aeb|Tunisian Arabic|rtl|Arab|space|spaces
tr|tr|Turkish|ltr|Latn|space|spaces
tk|tk|Turkmen|ltr|Latn|space|spaces|by-script|Arab Cyrl
tyv|tyv|Tuvinian|ltr|Cyrl|space|spaces
udm|udm|Udmurt|ltr|Cyrl|space|spaces
uk|uk|Ukrainian|ltr|Cyrl|space|spaces
hsb|hsb|Upper Sorbian|ltr|Latn|space|spaces
ur|ur|Urdu|rtl|Arab|space|spaces
ug|ug|Uyghur|rtl|Arab|space|spaces|by-script|Cyrl Latn
uz|uz|Uzbek|ltr|Latn|space|spaces|by-script|Cyrl Arab
ve|ve|Venda|ltr|Latn|space|spaces
vec|vec|Venetian|ltr|Latn|space|spaces
vi|vi|Vietnamese|ltr|Latn|space|spaces
vo|vo|Volapük|ltr|Latn|space|spaces
vro|vro|Võro|ltr|Latn|space|spaces
war|war|Waray|ltr|Latn|space|spaces
cy|cy|Welsh|ltr|Latn|space|spaces
fy|fy|Western Frisian|ltr|Latn|space|spaces
wo|wo|Wolof|ltr|Latn|space|spaces|by-script|Arab Garay
wuu|wuu|Wu Chinese|ltr|Hans|icu-approx|unspaced||Hant
xh|xh|Xhosa|ltr|Latn|space|spaces
yi|yi|Yiddish|rtl|Hebr|space|spaces|by-script|Latn
yo|yo|Yoruba|ltr|Latn|space|spaces|by-script|Arab
yua|yua|Yucatec Maya|ltr|Latn|space|spaces
zu|zu|Zulu|ltr|Latn|space|spaces
`;
