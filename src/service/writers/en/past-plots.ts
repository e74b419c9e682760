import type { Plot } from "../language-pack.ts";

const notebook: Plot = {
  kind: "notebook",
  titles: ["The green notebook: {T}", "What {A} lost: {T}", "{T}: pages from {C}"],
  opening: `
    <{A} had|My name is {A}, and I had> lived in {C} for only [one year/two years] + when the green notebook disappeared +, and with it half of the town.
    ~It was the kind of place where the bus came twice a day + and people still looked up +, as if somebody famous might get off.
    ~<She carried|I carried> the notebook everywhere + because <she|I> did not trust <her|my> memory +, which had let go of better things before.
    ~Its corners were soft from years in the same bag + and its last pages smelled of apples +, since lunch usually travelled beside it.
    ~{B}, <her|my> oldest friend, said that the notebook looked like a brick + that somebody had left in the rain +, but he said it kindly.
    ~That [Monday/Wednesday/Thursday] began with a clear sky + and far too much to do + before the shops closed.
  `,
  want: `
    <{A}'s|My> evening class was waiting for a project + that <she|I> had promised weeks ago +, in a moment of courage.
    Its name was {T}.
    ~It already stood on the first page in red letters + and looked down on an empty sheet +, which made the emptiness worse.
    ~Books had not helped so far + because they all said the same things +, only in a different order.
    “Ask people, not books,” the teacher had said.
    So <she put|I put> two pencils into the bag and went out + to knock on every door in town + that was willing to open.
    @
  `,
  obstacle: `
    Late in the afternoon the bag suddenly felt too light +, and <{A} stopped|I stopped> in the middle of the street + while the cars went around <her|me>.
    <She turned|I turned> everything out on a low wall + and counted the things twice +, as though counting could bring one back.
    ~The keys were there and so was the apple +, but the notebook was gone + and had taken the whole day with it.
    ~A cold feeling climbed up <her|my> back + although the stones were still warm + from so many hours of sun.
    ~<She looked|I looked> under benches and behind two garden gates +, where only a dog was surprised to see <her|me> + and then wanted to play.
    ~The class was the next morning +, and nobody can write such a day twice +, not even with a perfect memory.
    ~In the end <she sat|I sat> down on the church steps + and watched the pigeons +, who had no homework at all.
  `,
  turn: `
    That was where {B} found <her|me> + when he came around the corner on his old bike + with a loaf of bread under his arm.
    ~He listened to the whole story without laughing +, which was not easy for him +, as <they|we> both knew.
    ~“Then we'll walk your day backwards,” he said.
    So <they|we> went from door to door in the wrong order +, asking the same question again and again + until it sounded like a song.
    ~Everybody remembered the notebook +, and everybody had thought of one more thing to say + since the morning.
    ~{B} wrote it all down on a paper bag + because nothing else was at hand +, not even a clean sleeve.
    At the bus stop the driver leaned out of his window + and held up something green + that he had found between two seats.
    ~“I read three pages,” he admitted, “and then I missed my own stop.”
  `,
  ending: `
    That evening <{A} spread|I spread> the pages out on the kitchen table + while the tea was getting cold + and the window slowly turned dark.
    ~It was thicker than in the morning + and smelled of bread as well as apples +, which is more than most notebooks can say.
    @
    The next morning {T} hung on the wall of the classroom +, and even the busiest people stayed until the last line +, which had never happened before.
    ~The teacher read all of it + before she took off her glasses + and asked why it smelled of bread.
    ^{B}, who had only come to carry the bag, turned red + and looked for the door +, but it was too late.
    ~Losing the notebook had been the worst hour of the day + and perhaps the most useful one +, because the second walk had given more than the first.
    <{A} bought|I bought> a new notebook the week after + but kept the old one in the bag +, just in case it wanted to get lost again.
  `,
};

const letter: Plot = {
  kind: "letter",
  titles: ["Eleven pages: {T}", "A letter against the wind: {T}", "{T}: a letter from {C}"],
  opening: `
    The letter from <{A}'s|my> grandmother came on a [warm/windy/bright] morning +, between two bills and a garden brochure + that nobody had ordered.
    ~Rosa lived far away and did not trust the telephone + because voices, she said, go out like matches +, while paper keeps its warmth.
    ~Rosa wrote with a blue pen in very small letters +, so that a page of hers took a whole breakfast + and sometimes a second cup of coffee.
    ~{B} brought the post in {C} that summer + and knew her handwriting as well as his own +, though he would never have read a line.
    ^He waited at the gate for a moment + because a letter from Rosa usually meant some kind of adventure +, or at least a cake.
    <{A} opened|My name is {A}, and I opened> the envelope with a butter knife + and began to read + before the kettle had boiled.
  `,
  want: `
    This time there was only one question in it +, and it filled the middle of the page + like a stone in a river.
    Rosa wanted to know everything about {T}.
    ~Nobody could answer that alone +, at least not well +, and Rosa noticed every lazy sentence.
    ~<She remembered|I remembered> something that Rosa liked to say: that a town knows more than any of its people +, if you ask it politely.
    The last post left at six in the evening + and had never waited for anybody + in thirty years.
    So <{A} packed|I packed> paper, two pencils and an apple + and went out to ask the town + while the morning was still young.
    @
  `,
  obstacle: `
    By half past five the answer was eleven pages long + and the envelope would hardly close +, however hard <she|I> pressed it.
    ~Then the sky over {C} turned as dark as slate +, and the first heavy drops fell + before anyone could find an umbrella.
    ~A gust came around the corner like a big dog + that means no harm + but has never learned to stop.
    In the middle of the square the wind tore the letter out of <her|my> hands + and threw the pages over the roofs of the parked cars +, higher and higher.
    ~One sheet stuck in the top of a tree + and another sailed across the fountain + as if it had an appointment there.
    ~<She caught|I caught> four of them, running +, but the clock on the town hall already showed ten to six + and would not be argued with.
  `,
  turn: `
    ~“Don't move, and don't cry on the ink!” somebody shouted.
    That was the moment for {B}, who let his bicycle fall against the fountain + and climbed the tree in his good shoes + as if he had waited years for the chance.
    Windows opened all around the square +, and strangers ran after the same sheet of paper + as if it had been their own.
    ~A boy crawled under a delivery van + while a dog gave up its page for half a biscuit +, although it had wanted a whole one.
    At two minutes to six <{A} counted|I counted> eleven pages +, all of them wet + and not one of them missing.
    ~Here and there the ink had run a little +, and some sentences looked as though they had been crying +, which suited them.
    {B} looked at the clock and then opened his bag once more +, sighing like a man who breaks a rule for the first time.
  `,
  ending: `
    Four days later Rosa telephoned +, which was strange enough +, because she had not done so for twenty years.
    ~“It's the best letter I ever had,” she said, “and the dirtiest.”
    @
    ~She had dried the pages on a line in her kitchen + and read them from left to right +, walking slowly, like in a museum.
    ~The first one, with {T} in large dark letters, was hanging over her bed +, and she had shown it to everybody + who came to the house.
    ~What pleased her most were the marks of the rain +, since a letter needs an accident +, in her opinion, to be completely true.
    She had also decided to visit {C} in the spring + in order to shake hands with every single person in it +, including the dog.
    ~When <{A} told|I told> him, {B} polished his old bag for an hour + and whistled while he did so +, a little out of tune.
    ~The wind was behaving itself that evening +, and on the kitchen table lay a fresh sheet of paper +, waiting for the next question.
  `,
};

const evening: Plot = {
  kind: "evening",
  titles: ["The night the lamp went out: {T}", "Forty chairs: {T}", "{T}: everybody is invited"],
  opening: `
    The reading room of {C} had forty chairs + and on most evenings thirty-nine of them were free +, because somebody always kept the cat company.
    <{A} had|My name is {A}, and I had> looked after it since [spring/autumn/the winter] + and knew every creaking board + between the door and the last shelf.
    ~{B} came by on most days to repair what was broken +, and when nothing was broken he repaired it anyway +, to be on the safe side.
    ~The town wanted to close the room + if the chairs stayed empty for another year +, which was written in a letter that lay under the teapot.
    ~Nobody in {C} was against reading +; they were only tired in the evening + and lived in houses with comfortable sofas.
    ~Something had to happen +, and it had to happen soon +, before the last reader stayed at home as well.
  `,
  want: `
    The idea came over a cup of cold tea + and was so simple that {B} laughed + until he saw that it was meant seriously.
    <{A} painted|I painted> a sign in thick blue letters and hung it in the window +, where the evening sun would reach it + for almost an hour.
    On it stood {T}.
    ~Below, in smaller letters, it said that everyone should bring a story +, however short +, and that the cat would listen too.
    ~But people walked past the sign as they had always walked past the window +, with their collars up + and their thoughts already at home.
    ~“A sign can't shake hands,” said {B}.
    So <{A} went|I went> out to invite the town in person +, from one door to the next +, while he counted the chairs again.
    @
  `,
  obstacle: `
    At seven o'clock the door stood wide open +, and the tea was ready + in a pot for forty people.
    Nobody came.
    ~The rain ran down the window behind the blue letters + and they seemed to be leaving slowly +, one after the other.
    ~{B} wound up the clock, which did not need it +, and looked into the street + every half minute or so.
    At a quarter past seven the big lamp flickered once and died +, and with it every light in the street +, as far as one could see.
    ~In the dark <{A} heard|I heard> the cat jump down from its chair + and thought that this was probably the end +, and not even a loud one.
    ~<She felt|I felt> for the key in <her|my> pocket +, since there was nothing left to do but lock up + and go home.
  `,
  turn: `
    That was when a tiny light appeared at the far end of the street + and wandered from side to side +, growing as it came.
    ~It was an old man with a candle in one hand and a cake in the other +, who wanted to know whether the invitation was still open +, dark or not.
    ^“At home I can't even see my own soup,” he explained.
    ^Behind him came a girl with a blanket, then two sisters + who had not agreed on anything for years + except, now, that it was cold.
    {B} remembered a box of candles in the cellar + and put one on every table + until the shelves shone like gold.
    The whole street was without light +, and so the whole street came +, shaking the rain from its coats.
    ~By eight there was not a single empty chair +, and the cat moved to the top of a bookcase +, deeply offended.
  `,
  ending: `
    When it was quiet <{A} stood|I stood> up + and said the name of the evening, {T} +, and then nothing more was needed.
    ~One story called for the next +, the way one yawn calls for another +, only that nobody was tired.
    @
    ~An old man told a long one about a goat + and lost the thread twice +, and both times the room helped him to find it.
    A little after ten the lamp came back +, hard and white +, and forty people covered their eyes and groaned.
    ~{B} switched it off again without being asked +, and they clapped for him + as they had clapped for nobody else.
    ~The next morning a letter went to the town hall + with a list of forty-three names + and a small stain of candle wax.
    The sign stayed in the window + because the evening had become a habit +, and the good chairs had to be shared.
  `,
};

/** Told in the past, in sentences that can grow. */
export const pastPlots: readonly Plot[] = [notebook, letter, evening];
