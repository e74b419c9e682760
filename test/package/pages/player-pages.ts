import { lesson } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import type { unzipHeard } from "./heard-fixtures.ts";

const thai =
  "วันนี้อากาศดีมาก มาลีเดินไปตลาดกับแม่ แม่ซื้อผลไม้สดหลายอย่าง\n\nมาลีเห็นดอกไม้สีแดงที่หน้าร้าน เธอยิ้มแล้วซื้อดอกไม้ให้ยาย";

const manyLanguages =
  "Ana lee un cartel: «صباح الخير». Después ve 東京の写真 en la pared. ¡Qué bonito!\n\nشاهدت ليلى كلمة Willkommen على الباب. ثم قرأت: pan.\n\n「Hello」とケンは言いました。";

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const laptop = { viewport: { width: 1280, height: 800 } };

/** Lessons in four scripts with times of sentences, one with times of paragraphs, one without times, one in several languages. */
export const playerCourse: Parameters<typeof unzipHeard>[0] = (heard, book) => {
  const { lessons, ...rest } = showcase(book);
  const [market, train, letter, garden, rain] = lessons.map((each) => ({ ...each, book }));
  const own = [
    ...[market, garden, rain].flatMap((each) => (each === undefined ? [] : [heard(each)])),
    ...(train === undefined ? [] : [heard(train, "paragraphs")]),
    ...(letter === undefined ? [] : [letter]),
    heard(
      lesson({
        topicId: "thai",
        lang: "th",
        title: "ตลาด",
        text: thai,
        words: [{ word: "ตลาด", gloss: "market" }],
      }),
    ),
    heard(
      lesson({
        topicId: "many",
        title: "Carteles",
        text: manyLanguages,
        words: [{ word: "pan", gloss: "bread" }],
      }),
    ),
  ];
  return { ...rest, gaps: [], lessons: own };
};

export const playerPages = {
  spanish: "es-2/web/lesson-01",
  paragraphs: "es-2/web/lesson-02",
  withoutTimes: "es-2/web/lesson-03",
  manyLanguages: "es-2/web/lesson-04",
  arabic: "ar-3/web/lesson-01",
  japanese: "ja-2/web/lesson-01",
  thai: "th-2/web/lesson-01",
};
