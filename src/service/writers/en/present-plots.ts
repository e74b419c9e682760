import type { Plot } from "../language-pack.ts";

const notebook: Plot = {
  kind: "notebook",
  titles: ["The green notebook: {T}", "{A} and the lost pages: {T}", "{T}: a story from {C}"],
  opening: `
    <This is {A}.|My name is {A}.>
    ~<She lives|I live> in {C} +, a small town near [the hills/the sea/a long river].
    ~The town is [small/quiet/old] +, but there is always something to see.
    It is [Monday/Wednesday/Thursday] morning +, and the sun is already warm.
    <She has|I have> a green notebook + with a pencil in a small pocket.
    ~The notebook is always in <her|my> bag + next to an apple and the house keys.
    ~<She writes|I write> in it every day + because new words are like small presents.
    ~<Her|My> friend is {B} +, and he lives in the house across the street.
    ^{B} likes music and jokes +, but he is often late.
  `,
  want: `
    Today there is a lot to do + before the evening comes.
    <{A} has|I have> a project for school +, and the whole class is waiting for it.
    The project is called {T}.
    ~The name is on the first page + in big red letters.
    ^But the page below is empty +, and that is a small problem.
    “Ask the people in town,” the teacher always says.
    <She takes|I take> the notebook and <goes|go> out + because good ideas live in the street.
    @
  `,
  obstacle: `
    In the afternoon the bag feels light +, and <{A} stops|I stop> in the middle of the street.
    <She opens|I open> it + and <looks|look> inside, once and then again.
    ~The apple is there +, and the keys are there too.
    But the notebook is not there!
    ~<Her|My> hands are cold + although the day is warm.
    ~All the work is in the notebook +, and the class is tomorrow.
    ~<She looks|I look> under a bench + and behind a green door.
    ^There is only an old newspaper + with a picture of a dog.
    <She sits|I sit> down on some steps + and <does|do> not know what to do.
  `,
  turn: `
    Then {B} comes around the corner + on his old blue bike.
    “Why are you so sad?” he asks.
    <{A} tells|I tell> him everything + from the first street to the last.
    ~{B} does not laugh + because he is a good friend.
    ~“Let's walk back together,” he says.
    <They|We> go slowly + and look at every door and every window.
    ~{B} asks in the shops +, and <{A} looks|I look> along the walls.
    ~A cat watches <them|us> + from a warm roof.
    At the bus stop a woman waves + with something green in her hand.
    It is the notebook!
    ~“Your words are beautiful,” says the woman.
  `,
  ending: `
    In the evening the notebook is on the kitchen table + next to two cups of hot tea.
    <{A} reads|I read> every page to {B} +, and he listens with big eyes.
    @
    ~Now the work is ready + and full of voices from the whole town.
    The next morning the class is very quiet + because everybody wants to hear the end.
    ~{T} is on the wall +, and everyone can see it.
    ~The teacher smiles + and asks for one more page.
    <{A} is|I am> tired and happy +, and that is a good feeling.
    ~A notebook can get lost + but a good friend helps you to look.
    ~The last page is for {B} + because every story needs a friend.
  `,
};

const letter: Plot = {
  kind: "letter",
  titles: ["A letter for Rosa: {T}", "{A} writes a long letter: {T}", "{T}: a letter from {C}"],
  opening: `
    <{A} is|I am {A} and I am> at the kitchen table.
    ~<Her|My> street is in {C} +, where most houses are [white/yellow/red] and small.
    ~There is bread on the table +, and the window is open.
    A letter comes with the morning post +, and <{A} knows|I know> the blue pen at once.
    It is from <her|my> grandmother Rosa +, who lives far away.
    ~Rosa is eighty years old +, but she walks two hours every day.
    ~Rosa does not like the telephone + because voices go away too fast.
    ~Rosa loves long letters +, and she keeps them all in a box.
    ~<Her|My> friend {B} brings the post + because it is his summer job.
  `,
  want: `
    Rosa asks one question + in her small blue letters.
    She wants to know everything about {T}.
    ~<{A} reads|I read> the question twice + because it is not an easy one.
    <She wants|I want> to send a very good answer + with stories from the whole town.
    ~The last post goes at six o'clock +, and it does not wait for anybody.
    <She puts|I put> paper and two pencils in a bag + and <closes|close> the door.
    ~“The people here can help me,” <she thinks|I think>.
    @
  `,
  obstacle: `
    At half past five the letter is ready +, and it is eleven pages long.
    Then the sky over {C} gets dark +, and the first drops fall.
    ~A strong wind comes + from the other side of town.
    ~<{A} runs|I run> along the street + with the letter under one arm.
    The wind takes the pages out of <her|my> hand!
    ~White paper flies over the cars + like big slow birds.
    ~One page is in a tree +, and one page is in the water.
    <She catches|I catch> four of them +, but the others are gone.
    ~It is ten to six +, and the post office is still far.
  `,
  turn: `
    “Stop! I can help you!” says a voice.
    It is {B} +, and his big post bag is almost full.
    ~He climbs the tree + although his shoes are wet.
    People come out of their houses + and look for the pages too.
    ~A boy finds one under a car + and a woman finds two in her garden.
    ~A dog has one page +, but it gives it back for a biscuit.
    Now <{A} counts|I count> eleven pages + and not one is missing.
    ~They are wet +, but you can read every word.
    {B} looks at the clock + and then he opens his bag again.
    “For you, the post is never late,” he says.
  `,
  ending: `
    Three days later the telephone rings +, and that is a big surprise.
    “This is the best letter of my life,” says Rosa.
    ~She reads it every evening +, and she laughs about the dog.
    @
    ~On the first page it says {T} + in big dark letters.
    ~There is still a little rain on the paper +, and Rosa likes that most.
    Next summer she is coming to {C} + because she wants to meet all these people.
    ~<{A} tells|I tell> {B} about it +, and he is proud of his old bag.
    <She takes|I take> a new sheet of paper + and <begins|begin> the next letter.
    ~The wind is quiet now +, and the evening is long.
  `,
};

const evening: Plot = {
  kind: "evening",
  titles: ["An evening in {C}: {T}", "The sign in the window: {T}", "{T}: everybody is invited"],
  opening: `
    In {C} there is a little reading room + with forty chairs and one big lamp.
    <{A} works|My name is {A} and I work> there on [Fridays/Saturdays/Sundays] + because <she loves|I love> old books.
    ~The room smells of paper + and of the coffee from next door.
    ~{B} works there too +, and he repairs everything that breaks.
    Not many people come now +, and some days the room is empty.
    ~The chairs are waiting +, and the lamp is waiting too.
    ~“We need a good idea,” says {B}.
    ~<{A} looks|I look> out of the window + and <sees|see> people with no time.
  `,
  want: `
    Then <{A} has|I have> an idea +, and it is a very simple one.
    <She paints|I paint> a sign for the window + with thick blue letters.
    On the sign it says: {T}.
    ~“Tonight at seven,” it says below that.
    <She wants|I want> to fill the room with voices + because every person has a story.
    ~But a sign is not enough + when people walk so fast.
    <She must|I must> ask them one by one +, so the day begins with a long walk.
    @
  `,
  obstacle: `
    At seven o'clock the door is open +, and the chairs stand in rows.
    But nobody is there.
    ~Outside there is rain +, and the street is black and empty.
    ~{B} looks at the clock + and says nothing.
    Suddenly the big lamp goes out +, and the whole street is dark.
    ~<{A} cannot|I cannot> see the chairs + or <her|my> own hands.
    ~“Maybe it is too late for this,” <she thinks|I think>.
    <She wants|I want> to close the door + because it is cold and very quiet.
  `,
  turn: `
    Then there is a small light in the street + and behind it comes a second one.
    It is an old man with a candle +, and he has a cake in his other hand.
    ~“There is no light in my house,” he says.
    ~“Is it warm here?” asks a girl behind him.
    {B} finds a box of candles + and puts one on every table.
    More and more people come in + because every house in the street is dark.
    ~They bring blankets +, and somebody brings a guitar.
    Soon all the chairs are full +, and children sit on the floor.
    ~The room is golden +, and it is warm at last.
  `,
  ending: `
    <{A} stands|I stand> up +, and everybody is quiet.
    “Welcome!” <she says|I say>.
    The evening with the name {T} begins + with a very old song.
    One after the other, the people tell their stories +, and nobody looks at the time.
    @
    ~The old man cuts a cake +, and there is a piece for everyone.
    At ten o'clock the lamp comes back +, but nobody wants it.
    ~{B} turns it off again +, and the people clap their hands.
    ~“Same time next week?” asks a girl.
    <{A} looks|I look> at the full room + and <laughs|laugh>, because the answer is easy.
    ~The sign stays in the window + for a long time.
  `,
};

/** Told in the present, in short sentences. */
export const presentPlots: readonly Plot[] = [notebook, letter, evening];
