import type { Course, LessonSource } from "../../../src/package/contents/course.ts";
import { course, lesson } from "../fixtures.ts";

const market = `María se levanta temprano los sábados. Le gusta ir al mercado antes de que llegue mucha gente, cuando las calles todavía están frescas y los vendedores colocan las cajas de fruta con cuidado, como si fueran libros en un estante.

—¡Buenos días, María! —dice don Julio, el panadero—. El pan está recién hecho.

María compra dos barras de pan y las pone en su cesta. Después va al puesto de las verduras. Hoy busca tomates para la sopa de su abuela, y la abuela es muy exigente: los tomates tienen que ser rojos, pero no demasiado blandos.

—¿Cuánto cuestan los tomates? —pregunta.

—Dos euros el kilo —contesta la vendedora—. Son de aquí, del pueblo. Ayer estaban todavía en la huerta.

María paga, guarda el cambio en el monedero y mira el reloj de la iglesia. Son las nueve. Tiene tiempo para un café en la plaza. Se sienta al sol, abre la cesta y huele el pan caliente. No puede esperar: rompe un trozo pequeño y se lo come despacio.

Cuando llega a casa, la abuela ya tiene el agua en el fuego. Mira la cesta, mira a María y sonríe.

—Falta un trozo de pan —dice.

—El panadero lo ha hecho más corto esta semana —responde María, y las dos se ríen.`;

const train = `El último tren sale a las once de la noche. En la estación hay poca gente: un hombre con una maleta verde, dos estudiantes que duermen y Lucía, que mira su billete por tercera vez.

El andén está frío. Lucía camina de un lado a otro y cuenta los minutos. Por fin ve una luz pequeña a lo lejos, y la luz crece, y el tren llega.

Encuentra un asiento junto a la ventanilla. Fuera, la ciudad se apaga poco a poco.`;

const garden = `كانَ في آخِرِ الشارعِ بيتٌ قديمٌ لهُ حديقةٌ صغيرة. كلَّ صباحٍ كانت ليلى تمرُّ أمامَ البابِ وهي ذاهبةٌ إلى المدرسة، وكانت ترى رجلًا عجوزًا يسقي الأشجار.

قالت ليلى يومًا: «صباح الخير يا عمّي، ما اسم هذه الشجرة؟»

ابتسم الرجل وقال: «هذه شجرة ليمون. زرعتها قبل أربعين سنة، حين كان ابني في عمرك.»

فتح الرجل الباب، ودخلت ليلى إلى الحديقة. كان الهواء باردًا، وكانت رائحة الليمون في كلّ مكان. جلسا على مقعد خشبيّ وشربا الشاي، وحكى لها الرجل قصّة البيت القديم.

وفي المساء رجعت ليلى إلى أمّها ومعها كيس صغير. قالت الأمّ: «من أين هذا الليمون؟» قالت ليلى: «من صديق جديد.»

بعد أسبوع جاء المطر إلى المدينة. نزلت المياه من السطح إلى الشارع. خافت القطّة البيضاء من الرعد القويّ. حملت ليلى مظلّتها الزرقاء وركضت نحو البيت. وجدت العجوز قرب النافذة مع كتاب كبير.

قرأ لها حكاية عن بحّار وسفينة. نام الكلب تحت الطاولة الخشبيّة. طبخت الجارة حساءً من العدس والجزر. أكل الجميع في المطبخ الدافئ. خرجت الشمس من وراء الغيوم الرماديّة. عادت العصافير إلى أغصانها المبلّلة. غنّى الأطفال أغنية عن الربيع.`;

const rain = `昨日の夜から、雨が降っています。健太は窓のそばに座って、庭を見ています。傘を持った人が、ゆっくり道を歩いていきます。

「お母さん、今日は公園に行けないね。」

「そうね。でも、雨の日には雨の日の楽しみがあるわよ。」

お母さんは台所から、温かいお茶と小さいお菓子を持ってきました。`;

/** A small course that shows what a package can contain: three scripts, words with glosses, sound, a gap. */
export function showcase(book: LessonSource["book"]): Course {
  return course({
    title: "A Week of Small Journeys",
    description:
      "Short, quiet stories for reading at home and hearing in class. Each one meets the words of the week.",
    publisher: "Lighthouse Readers",
    license: "CC BY-NC 4.0",
    lessons: [
      lesson({
        text: market,
        title: "El pan del sábado",
        book,
        words: [
          { word: "cesta", gloss: "basket" },
          { word: "pan", gloss: "bread" },
          { word: "panadero", gloss: "baker" },
          { word: "Monedero", gloss: "purse" },
          { word: "dos barras de pan", gloss: "two loaves of bread" },
          { word: "huerta", gloss: "vegetable garden" },
          { word: "estante", gloss: "shelf" },
          { word: "pescado", gloss: "fish" },
        ],
      }),
      lesson({
        topicId: "night-train",
        topic: "El tren nocturno",
        title: "Once de la noche",
        text: train,
        words: [
          { word: "billete", gloss: "ticket" },
          { word: "andén", gloss: "platform" },
        ],
        book,
      }),
      lesson({ topicId: "letter", topic: "A letter from far away", title: null, text: train, words: [] }),
      lesson({
        topicId: "garden",
        topic: "An old garden",
        lang: "ar",
        difficulty: 3,
        title: "حديقة الليمون",
        text: garden,
        book,
        words: [
          { word: "شجرة", gloss: "tree" },
          { word: "المدرسة", gloss: "the school" },
          { word: "مقعد", gloss: "bench" },
          { word: "قديم", gloss: "old" },
          { word: "صديق", gloss: "friend" },
          { word: "نافذة", gloss: "window" },
        ],
      }),
      lesson({
        topicId: "rain",
        topic: "A rainy day",
        lang: "ja",
        difficulty: 2,
        title: "雨の日の楽しみ",
        text: rain,
        words: [
          { word: "傘", gloss: "umbrella" },
          { word: "窓", gloss: "window" },
          { word: "台所", gloss: "kitchen" },
        ],
      }),
    ],
    gaps: [
      {
        job: "lake.es.2",
        topic: "A day at the lake",
        lang: "es",
        difficulty: 2,
        state: "failed",
        lacks: "lesson",
      },
    ],
  });
}
