import { describe, expect, test } from "vitest";
import { wordOrder } from "../../../src/package/exercises/kinds/building.ts";
import { isEnough } from "../../../src/package/exercises/kinds.ts";
import { draftOf, exerciseOf, sheetsOf, storyIn } from "./fixtures.ts";

/** The sentences to build where no other exercise has taken any. */
function builtFrom(text: string, lang = "es") {
  const made = wordOrder(draftOf(storyIn(text, lang)));
  return made !== null && isEnough(made) ? made.items : [];
}

const sorted = (list: readonly string[]) => [...list].sort();

describe("orders", () => {
  const four = "王先生今天早上去市场买菜。他的太太在家里做饭。孩子们去学校上课了。晚上大家一起吃饭聊天。";
  const chinese = "市场 = market, 学校 = school, 太太 = wife, 晚上 = evening";
  const thai = "แม่ไปตลาดเช้าวันนี้ เธอซื้อผลไม้และปลาสด แล้วก็กลับบ้านอย่างมีความสุข";
  const korean =
    "민수는 아침에 학교에 일찍 갔다. 엄마는 시장에서 사과를 많이 샀다. 동생은 방에서 책을 오래 읽었다. 우리는 저녁에 함께 밥을 먹었다.";

  test.each([
    ["th", `${thai} ${thai}`, "ตลาด, ปลา", []],
    ["zh", four, chinese, ["matching", "sentence-order"]],
    [
      "zh",
      `${four}星期天他们坐火车去看海。爷爷在家里等他们。妹妹给他写了一封信。弟弟画了一只小鸟。`,
      chinese,
      ["matching", "sentence-order"],
    ],
    ["ko", korean, "", ["sentence-order"]],
  ])("are left out for a script in which they make no sense (%s)", (lang, text, words, kinds) => {
    const [sheet] = sheetsOf({ lang, text, words: words.split(", ").filter(Boolean) });
    expect(sheet?.exercises.map(({ kind }) => kind)).toEqual(kinds);
  });

  test("ask to put together a subject, a verb, a preposition and what follows it, the subject given", () => {
    const items = builtFrom(
      "Por la tarde vino Ana. Ana lleva el pan a la casa de su tía. Él duerme tranquilo en la silla. Ella compra un libro con Luis.",
    );
    const asked = items.map(({ before, cue, answer, after }) => [before, sorted(cue), answer + after]);
    expect(asked.sort()).toEqual([
      ["Ana", ["a", "la casa de su tía", "lleva el pan"], "lleva el pan a la casa de su tía."],
      ["Ella", ["Luis", "compra un libro", "con"], "compra un libro con Luis."],
      ["Él", ["duerme tranquilo", "en", "la silla"], "duerme tranquilo en la silla."],
    ]);
  });

  test.each([
    ["es", "a phrase that could stand elsewhere", "Él lee en la cama con su gata."],
    ["es", "two clauses", "Ella mira por la ventana y ve a Luis."],
    ["es", "a clause that depends on another", "Él espera en casa porque llueve."],
    ["es", "no phrase behind the verb", "Él come mucho pan."],
    ["es", "a first word that may be a name or not", "Rosa come pan en casa."],
    ["es", "a question", "¿Él vive en la casa?"],
    ["es", "an adverb that moves freely", "Ella también vive en la casa."],
    ["de", "a dependent clause", "Er liest im Bett, weil es regnet."],
    ["de", "a preposition that may belong to the verb", "Er steigt auf den Berg."],
    ["nl", "a preposition that may stand behind its noun", "Hij loopt door het park."],
    ["ru", "a language whose order is free", "Он живёт в доме."],
    ["ko", "a language whose order is another", "민수는 아침에 학교에 일찍 갔다."],
  ])("in %s ask for no sentence with %s", (lang, _, sentence) => {
    const others: Record<string, string> = { de: "Er schläft im Bett.", nl: "Hij slaapt bij zijn oma." };
    const more = others[lang] ?? "Él duerme en la silla.";
    expect(builtFrom(`${sentence} ${more}`, lang)).toEqual([]);
  });
});

describe("a foreign word in a story of another script", () => {
  const text =
    "اشترى أحمد كتابًا جديدًا من مكتبة Amazon في الصباح. فتح الولد هاتف iPhone الجديد في البيت. رأى رجلًا عجوزًا يسقي الأشجار في المساء. كان الهواء باردًا وشربا الشاي معًا في الحديقة. كانت ليلى تمشي أمامَ البابِ إلى المدرسة. جلس الرجل على مقعد خشبيّ تحت الشجرة. " +
    "ذهبت الأم إلى السوق مع ابنتها الصغيرة. لعب الأولاد بالكرة قرب النهر الكبير. كتب المعلم رسالة طويلة إلى صديقه القديم. طارت العصافير فوق بيوت القرية الهادئة. وصل القطار متأخرًا إلى المحطة البعيدة. غسلت الجدة الصحون بعد طعام العشاء. وجد سامر مفتاحًا صغيرًا تحت السجادة الحمراء. شرب الحصان الماء من البئر العميقة. حملت الريح أوراق الخريف إلى الشارع. نامت القطة السوداء قرب المدفأة الدافئة. باع الخباز خبزًا ساخنًا عند الفجر. زرعت مريم وردة بيضاء خلف النافذة. أصلح النجار الكرسي المكسور بمطرقة ثقيلة. سمع الجيران أغنية جميلة من الشرفة العالية. أكل الطفل تفاحة حمراء في الحقل. رسمت البنت زهرة صفراء على الورقة.";
  const foreign = ["iPhone = phone", "internet = net", "computer = computer"];
  const words = [...foreign, "الباب = the door", "الشاي = tea", "مكتبة = library", "النهر = river"];

  test("is not used in gaps, spelling, orders or word banks", () => {
    for (const { exercises } of sheetsOf({ text, lang: "ar", words })) {
      const kinds = exercises.map(({ kind }) => kind);
      expect(kinds.join(" ")).toBe("matching cloze sentence-order story-order");
      const cloze = exercises.filter(({ kind }) => kind === "cloze");
      const asked = cloze.flatMap(({ choices, items }) => [...choices, ...items.map(({ answer }) => answer)]);
      expect(asked.length).toBeGreaterThan(8);
      expect(asked.filter((word) => /[a-z]/i.test(word))).toEqual([]);
    }
  });

  test("is used if the whole story is in that script", () => {
    const latin =
      "Adil etigende bazargha bardi tez. U nan we alma aldi emdi. Yolda bir dostini kördi u yene. Ular bille chay ichti we sözleshti.";
    const made = exerciseOf("cloze", {
      text: latin,
      lang: "ug",
      words: ["nan = bread", "alma = apple", "chay = tea"],
    });
    expect(made?.items.map(({ answer }) => answer)).toContain("chay");
  });

  test("is not a word in another script of Japanese or Korean", () => {
    const text =
      "健太は窓のそばに座って、庭を見ています。お母さんはコーヒーとお菓子を持ってきました。傘を持った人が道を歩いていきます。";
    const words = ["窓 = window", "コーヒー = coffee", "歩いて = walking"];
    const made = exerciseOf("cloze", { text, lang: "ja", words });
    expect(sorted(made?.items.map(({ answer }) => answer) ?? [])).toEqual(
      sorted(["窓", "コーヒー", "歩いて"]),
    );
  });
});
