/**
 * The readings of the kanji in the embedded writer's Japanese. The synthesizer speaks only kana; it would read any kanji as the words "Chinese
 * letter". A longer entry precedes a shorter one, and endings written in kana stay as they are.
 */
const table = `
一人 ひとり 二人 ふたり 四十人 よんじゅうにん 四十三人 よんじゅうさんにん 百人 ひゃくにん 人分 にんぶん 人 ひと
一つ ひとつ 二つ ふたつ 三つ みっつ 六つ むっつ 一日 いちにち 三日 みっか 四日 よっか 今日 きょう 明日 あした 毎日 まいにち 毎 まい
何曜日 なんようび 月曜日 げつようび 水曜日 すいようび 木曜日 もくようび 金曜日 きんようび 土曜日 どようび 日曜日 にちようび 日 ひ
一回 いっかい 一本 いっぽん 一ぱい いっぱい 一ぴき いっぴき 一けん いっけん 一分 いっぷん 一歩 いっぽ 一週間 いっしゅうかん
一行 いちぎょう 一文字 ひともじ 六時十分前 ろくじじゅっぷんまえ 六時二分前 ろくじにふんまえ 七時十五分 しちじじゅうごふん
五時半 ごじはん 七時 しちじ 五分 ごふん 十分 じゅっぷん 六羽 ろくわ 一 いち 二 に 三 さん 四 よん 五 ご 六 ろく 七 なな 八 はち 九 きゅう
十 じゅう 百 ひゃく 回 かい 度 ど 年 ねん 週間 しゅうかん 週 しゅう 時間 じかん 時計 とけい 時 とき 三時 さんじ 六時 ろくじ 八時 はちじ
十時 じゅうじ 半分 はんぶん 自分 じぶん 分け わけ 分 ぶん 何度 なんど 何年 なんねん 何週間 なんしゅうかん 何でも なんでも
何です なんです 何 なに 言葉 ことば 言 い 見 み 来る くる 来 き 聞 き 上げ あげ 上手 じょうず 上品 じょうひん 立ち上が たちあが 上 うえ
書 か 小さ ちいさ 小鳥 ことり 下り おり 下 した 持 も 大き おおき 大切 たいせつ 夜中 よなか 真ん中 まんなか 町中 まちじゅう 中 なか
電話 でんわ 話し はなし 話す はなす 話さ はなさ 話 はなし 屋根 やね 部屋 へや 屋 や 古 ふる 名前 なまえ 前 まえ 手紙 てがみ 切手 きって 手 て
町 まち きっさ店 きっさてん 店 みせ 駅長 えきちょう 駅 えき 長 なが 窓 まど 少し すこし 少な すくな 座 すわ 思い出 おもいだ 思 おも
出し だし 出され だされ 出 で 気に入 きにい 入れ いれ 入 はい 紙 かみ 知 し 庭師 にわし 庭 にわ 同 おな 家 いえ 行 い 男 おとこ 女 おんな
今夜 こんや 夜 よる 開け あけ 開い あい 開 ひら 待 ま 文字 もじ 文 ぶん 字 じ 子 こ 読書室 どくしょしつ 読 よ 笑 わら 犬 いぬ 物 もの 机 つくえ
静 しず 青 あお 間に合 まにあ 間 あいだ 考 かんが 立 た 猫 ねこ 本当 ほんとう 本気 ほんき 本 ほん 朝 あさ 声 こえ 図書館 としょかん 止 と
顔 かお 音楽 おんがく 音 おと 歩 ある 取 と 高 たか 風 かぜ 赤 あか 自転車 じてんしゃ 電車 でんしゃ 車輪 しゃりん 車 くるま 消し けし 消 き
暗 くら 映画館 えいがかん 映画 えいが 寝 ね 友 とも 黒 くろ 水鳥 みずとり 鳥 とり 雨 あめ 緑 みどり 箱 はこ 目 め 白 しろ 明る あかる 明 あ
帰 かえ 始 はじ 動 うご 鳴 な 正直 しょうじき 直 なお 水 みず 横 よこ 新聞 しんぶん 新 あたら 好 す 多 おお 仕事 しごと 花 はな 答 こた 歌 うた
木 き 早 はや 市場 いちば 川 かわ 光 ひかり 金魚 きんぎょ 魚 さかな 金色 きんいろ 金 かね 通 とお 返事 へんじ 返 かえ 足り たり 足 あし
走 はし 買 か 角 かど 茶色 ちゃいろ 茶 ちゃ 石 いし 夕方 ゆうがた 方 ほう 数 かぞ 強 つよ 外 そと 変 か 台所 だいどころ 住 す 飛 と 頭 あたま
門 もん 銀色 ぎんいろ 黄色 きいろ 重 おも 遠 とお 落 お 空気 くうき 空 そら 短 みじか 気持 きも 天気 てんき 元気 げんき 気 き 夏 なつ 助 たす
冷 つめ 写真 しゃしん 先生 せんせい 先 さき 働 はたら 使 つか 会 あ 食 た 道具 どうぐ 道 みち 近 ちか 起 お 終 お 流 なが 昼 ひる 役 やく 売 う
公園 こうえん 作 つく 鼻 はな 集 あつ 遊 あそ 軽 かる 草 くさ 習 なら 王 おう お父さん おとうさん お母さん おかあさん 母 はは 毛布 もうふ 毛 け
橋 はし 服 ふく 有名 ゆうめい 春 はる 悪 わる 心 こころ 形 かたち 当 あ 布 ぬの 左 ひだり 右 みぎ 寒 さむ 客 きゃく 学校 がっこう 場所 ばしょ
地図 ちず 国 くに 午後 ごご 切 き 信 しん 井戸 いど 願 ねが 雲 くも 追 お 葉 は 羽 はね 線 せん 秋 あき 着 き 生 う 海 うみ 植 う 板 いた 晴 は
星 ほし 教 おし 投 な 感 かん 悲 かな 息 いき 急 いそ 引 ひ 式 しき 山 やま 寺 てら 安 やす 姉 あね 妹 いもうと 太 ふと 坂 さか 口 くち 厚 あつ
冬 ふゆ 兄弟 きょうだい 休 やす 今度 こんど 今 いま 両 りょう 根 ね 耳 みみ 土 つち 合 あ
`;

const words = table.trim().split(/\s+/u);
const results = new Map(
  words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? ""] as const] : [])),
);
const known = new RegExp(
  [...results.keys()].toSorted((one, other) => other.length - one.length).join("|"),
  "gu",
);

// After a noun these two are particles, which are pronounced differently from their spelling.
const topicParticle =
  /(?<=[\p{Script=Han}\p{Script=Katakana}ー]|さん|わたし|[でに])は(?![なたらいじしっずんこ])/gu;
const directionParticle = /(?<=[\p{Script=Han}\p{Script=Katakana}ー])へ/gu;

/** A Japanese text in kana, as it is pronounced. `guess` supplies a reading for unknown kanji; without it, unknown kanji throw. */
export function inKana(text: string, guess: (kanji: string) => string = refuse): string {
  return text
    .replace(topicParticle, "わ")
    .replace(directionParticle, "え")
    .replace(known, (word) => results.get(word) ?? word)
    .replace(/\p{Script=Han}+/gu, guess);
}

function refuse(kanji: string): never {
  throw new Error(`the Japanese voice reads kana, and can't read ${kanji}`);
}
