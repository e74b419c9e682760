import { describe, expect, test } from "vitest";
import { chanceOf } from "../../../src/package/exercises/chance.ts";
import { wordOrder } from "../../../src/package/exercises/orders/word-order.ts";
import { nothingShown } from "../../../src/package/exercises/shown.ts";
import { storyOf } from "../../../src/package/exercises/story.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { exerciseOf, sheetsOf } from "./fixtures.ts";

/** The sentences to build where no other exercise has taken any. */
function builtFrom(text: string, lang = "es") {
  const paragraphs = [{ text, marks: [], cuts: null, occurrences: [] }];
  const story = storyOf({ paragraphs, words: [] }, languageOf(lang));
  return wordOrder(story, { shown: nothingShown, chance: chanceOf("seed"), most: 5 })?.exercise.items ?? [];
}

const kinds = (made: Parameters<typeof sheetsOf>[0]) => sheetsOf(made)[0]?.exercises.map(({ kind }) => kind);
const sorted = (list: readonly string[]) => [...list].sort();

describe("orders and letters", () => {
  test("are left out for scripts in which they make no sense", () => {
    const thai = "แม่ไปตลาดเช้าวันนี้ เธอซื้อผลไม้และปลาสด แล้วก็กลับบ้านอย่างมีความสุข";
    expect(kinds({ lang: "th", text: `${thai} ${thai}`, words: ["ตลาด", "ปลา"] })).toEqual([]);
    const four = "王先生今天早上去市场买菜。他的太太在家里做饭。孩子们去学校上课了。晚上大家一起吃饭聊天。";
    const chinese = ["市场 = market", "学校 = school", "太太 = wife", "晚上 = evening"];
    expect(kinds({ lang: "zh", text: four, words: chinese })).toEqual(["matching", "cloze"]);
    const eight = `${four}星期天他们坐火车去看海。爷爷在家里等他们。妹妹给他写了一封信。弟弟画了一只小鸟。`;
    expect(kinds({ lang: "zh", text: eight, words: chinese })).toEqual([
      "matching",
      "cloze",
      "sentence-order",
    ]);
    const korean =
      "민수는 아침에 학교에 일찍 갔다. 엄마는 시장에서 사과를 많이 샀다. 동생은 방에서 책을 오래 읽었다. 우리는 저녁에 함께 밥을 먹었다.";
    expect(kinds({ lang: "ko", text: korean })).toEqual(["cloze"]);
    expect(builtFrom(korean, "ko")).toHaveLength(4);
  });

  test("keep a letter and its marks, and a joined syllable, together", () => {
    const hindi =
      "मेरा दोस्त बाज़ार से किताब लाया था। वह विद्यालय में हिन्दी पढ़ता है अब। उसका भाई पुस्तकालय में काम करता है।";
    const made = exerciseOf("letter-scramble", {
      lang: "hi",
      text: hindi,
      words: ["पुस्तकालय", "विद्यालय", "रामायण"],
    });
    const letters = made?.items.find(({ answer }) => answer === "पुस्तकालय")?.letters ?? [];
    expect(sorted(letters)).toEqual(sorted(["पु", "स्त", "का", "ल", "य"]));
  });

  test("never give the end away by the shape of a Greek sigma, nor the start by a capital", () => {
    const made = exerciseOf("letter-scramble", {
      lang: "el",
      text: "Ο δρόμος.",
      words: ["Δρόμος", "σπίτι", "θάλασσα", "ήλιος"],
    });
    expect(made?.items.flatMap(({ letters }) => letters).join("")).not.toMatch(/[\p{Lu}ς]/u);
    expect(made?.items.map(({ answer }) => answer)).toContain("Δρόμος");
  });

  test("use no two anagrams in one exercise", () => {
    const made = exerciseOf("letter-scramble", {
      text: "x",
      words: ["roma", "amor", "mesa", "silla", "sopa"],
    });
    const answers = made?.items.map(({ answer }) => answer) ?? [];
    expect(answers).toHaveLength(4);
    expect(answers.filter((word) => word === "roma" || word === "amor")).toHaveLength(1);
  });

  test("keep the capital of a name and drop that of a sentence", () => {
    const text = "El gato duerme en la silla. Luis ve el gato negro. La tía de Luis ríe.";
    const items = builtFrom(text);
    expect(sorted(items.map(({ answer }) => answer.join(" ")))).toEqual([
      "Luis ve el gato negro",
      "el gato duerme en la silla",
      "la tía de Luis ríe",
    ]);
  });

  test("use no sentence whose first word may or may not be a name", () => {
    const text =
      "Rosa come pan en casa. El gato come pan en casa. La niña come pan en casa. ¡Canta muy bien hoy!";
    const items = builtFrom(text);
    expect(sorted(items.map(({ answer }) => answer.join(" ")))).toEqual([
      "el gato come pan en casa",
      "la niña come pan en casa",
    ]);
    const french = "L’homme achète du pain frais. Elle regarde la mer le soir. Hier Paul a vu le chat noir.";
    const said = builtFrom(french, "fr");
    expect(sorted(said.map(({ answer }) => answer[0] ?? ""))).toEqual(["elle", "hier", "l’homme"]);
    const english = "I see a dog in there. I’m in the old house. The dog sees me and runs.";
    const heads = builtFrom(english, "en").map(({ answer }) => answer[0]);
    expect(heads?.sort()).toEqual(["I", "I’m", "the"]);
  });

  test("have a tile for the emoji at a sentence's end, and lose no punctuation", () => {
    const text =
      "Les enfants jouent dans le jardin 🎉. Le chat noir dort ici 👨‍👩‍👧‍👦🇫🇷 ! Elle aime le pain du matin 👍🏽❤️";
    const items = builtFrom(text, "fr");
    const ends = items.map(({ tiles, answer, end }) => {
      expect(sorted(tiles)).toEqual(sorted(answer));
      return [...answer.filter((tile) => !/\p{L}/u.test(tile)), end];
    });
    expect(ends.sort()).toEqual(
      [
        ["🎉", "."],
        ["👍🏽", "❤️", ""],
        ["👨‍👩‍👧‍👦", "🇫🇷", "!"],
      ].sort(),
    );
  });
});

describe("a foreign word in a story of another script", () => {
  const text =
    "اشترى أحمد كتابًا جديدًا من مكتبة Amazon في الصباح. فتح الولد هاتف iPhone الجديد في البيت. رأى رجلًا عجوزًا يسقي الأشجار في المساء. كان الهواء باردًا وشربا الشاي معًا في الحديقة. كانت ليلى تمشي أمامَ البابِ إلى المدرسة. جلس الرجل على مقعد خشبيّ تحت الشجرة. " +
    "ذهبت الأم إلى السوق مع ابنتها الصغيرة. لعب الأولاد بالكرة قرب النهر الكبير. كتب المعلم رسالة طويلة إلى صديقه القديم. طارت العصافير فوق بيوت القرية الهادئة. وصل القطار متأخرًا إلى المحطة البعيدة. غسلت الجدة الصحون بعد طعام العشاء. وجد سامر مفتاحًا صغيرًا تحت السجادة الحمراء. شرب الحصان الماء من البئر العميقة. حملت الريح أوراق الخريف إلى الشارع. نامت القطة السوداء قرب المدفأة الدافئة. باع الخباز خبزًا ساخنًا عند الفجر. زرعت مريم وردة بيضاء خلف النافذة. أصلح النجار الكرسي المكسور بمطرقة ثقيلة. سمع الجيران أغنية جميلة من الشرفة العالية.";
  const words = [
    "iPhone = phone",
    "internet = net",
    "computer = computer",
    "الباب = the door",
    "الشاي = tea",
  ];

  test("is not used in gaps, spelling, orders or word banks", () => {
    for (const { exercises } of sheetsOf({ text, lang: "ar", words })) {
      expect(exercises.map(({ kind }) => kind)).toEqual([
        "matching",
        "cloze",
        "first-letter",
        "letter-scramble",
        "word-order",
        "sentence-order",
      ]);
      const asked = exercises.flatMap((exercise) => [
        ...(exercise.kind === "cloze" ? exercise.bank : []),
        ...(exercise.kind === "word-order" || exercise.kind === "sentence-order"
          ? []
          : "items" in exercise
            ? exercise.items.map(({ answer }) => answer)
            : []),
        ...(exercise.kind === "word-order" ? exercise.items.flatMap(({ tiles }) => tiles) : []),
      ]);
      expect(asked.length).toBeGreaterThan(15);
      expect(asked.filter((word) => /[a-z]/i.test(word))).toEqual([]);
    }
  });

  test("is used if the whole story is in that script", () => {
    const latin =
      "Adil etigende bazargha bardi tez. U nan we alma aldi emdi. Yolda bir dostini kördi u yene. Ular bille chay ichti we sözleshti.";
    const made = exerciseOf("cloze", { text: latin, lang: "ug", words: ["nan", "alma", "chay"] });
    expect(made?.items.map(({ answer }) => answer)).toContain("chay");
  });

  test("is not a word in another script of Japanese or Korean", () => {
    const japanese =
      "健太は窓のそばに座って、庭を見ています。お母さんはコーヒーとお菓子を持ってきました。傘を持った人が道を歩いていきます。";
    const made = exerciseOf("cloze", { text: japanese, lang: "ja", words: ["窓", "コーヒー", "歩いて"] });
    expect(sorted(made?.items.map(({ answer }) => answer) ?? [])).toEqual(
      sorted(["窓", "コーヒー", "歩いて"]),
    );
  });
});
