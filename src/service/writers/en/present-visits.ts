import type { Visit } from "../language-pack.ts";

/** Told in the present, in short sentences. */
export const presentVisits: readonly Visit[] = [
  {
    who: "the baker",
    at: "at the bakery",
    text: `
      The bakery is on the corner + next to the small bridge.
      ~The bread is still hot +, and the whole street smells of it.
      ~Inside it is warm + because the oven is never cold.
      ~The baker has flour on his nose +, but nobody tells him.
      “Good morning!” says the baker.
      <{A} buys|I buy> some bread + with seeds on top.
      “Can you help me?” <she asks|I ask>.
      ~The baker thinks + while his hands make a long white roll.
      ~The baker's hands never stop +, not even when he talks.
      @
      ~“I get up at three,” says the baker.
      ^“The stars are my lamp at that hour.”
      ^<{A} likes|I like> that sentence + and <keeps|keep> it for later.
      ~The next people are waiting +, so there is no more time.
      The baker gives <her|me> a small loaf as a present + and does not want any money.
      ~It is for the road + because long walks make you hungry.
    `,
  },
  {
    who: "the fruit seller",
    at: "at the market",
    text: `
      The market is loud today + because everybody is talking at the same time.
      ~There are apples, lemons and eggs + in boxes of every size.
      ~A man sells flowers + and sings an old song.
      The fruit seller knows <{A}|me> well + and waves with a big melon.
      ~“Today everything is sweet,” she says.
      ~<{A} tries|I try> a slice of melon +, and it really is sweet.
      “I need a little help,” <says {A}|I say>.
      ~The fruit seller puts down her box + and comes closer.
      @
      ~A child takes a plum + and runs away.
      ^The fruit seller only laughs + because she has enough plums.
      ~“My mother stood here before me,” says the fruit seller.
      ~The woman's hat is older than the market hall +, and she never takes it off.
      The fruit seller puts three apples in <{A}'s|my> bag +, one for every good question.
      ~Now the bag is heavy +, but that is no problem.
    `,
  },
  {
    who: "the librarian",
    at: "at the library",
    text: `
      The library is cool and quiet +, and the floor makes a soft sound.
      ~A fish swims in a glass on the desk + and looks at every visitor.
      ~The librarian wears two pairs of glasses +, one for books and one for people.
      “What are you looking for?” asks the librarian.
      <{A} explains|I explain> it in a low voice + because that is the rule here.
      ~The librarian brings a thin brown book + from the top of a ladder.
      ^Some pages are very dark + because there is coffee on them.
      @
      ^“Read the coffee pages first,” says the librarian.
      ^They are the best ones + because many people stopped there.
      ^<{A} reads|I read> for ten minutes + and <forgets|forget> the world outside.
      ~A man is asleep in the corner + with his head on an atlas.
      ^He wakes up + and asks what day it is.
      ^Everybody laughs very quietly +, even the fish, perhaps.
      <{A} says|I say> thank you + and <goes|go> out into the light.
    `,
  },
  {
    who: "the station master",
    at: "at the station",
    text: `
      There are only two trains a day +, so the station is often empty.
      ~The big clock is five minutes slow +, but everyone in town knows it.
      The station master stands on the platform + in his dark blue jacket.
      ~He has flowers in front of his office + and gives them water every hour.
      “Are you waiting for the train?” he asks.
      “No, I am looking for ideas,” <says {A}|I say>.
      ~The station master smiles + because nobody ever says that to him.
      ~Then the station master sits down on a suitcase + that belongs to nobody.
      @
      ~“People cry here, and people laugh here,” says the station master.
      ^“And I have a flag for both.”
      ~Then the train comes in + with a lot of noise.
      ^An old couple gets out + and looks around.
      ^<{A} waves|I wave> until the train is gone + and only the rails are left.
      At the end the station master lifts his hat + like a king in an old film.
    `,
  },
  {
    who: "the gardener",
    at: "in the park",
    text: `
      In the park the trees are very tall +, and the paths are full of small stones.
      The gardener is on his knees + in front of a bed of roses.
      ~His dog carries a little basket + with tools and a sandwich.
      ~“Careful, the ground is wet,” he says.
      <{A} sits|I sit> down on the grass + and <asks|ask> him for help.
      ~The gardener does not answer at once + because he likes to think first.
      ~The gardener cuts a rose + and takes off the thorns.
      @
      ~“A garden is slow,” says the gardener.
      ~“You can't tell a flower to hurry.”
      ~Two boys play football + between the benches.
      ^The ball lands in the roses +, and the boys stand still.
      ^The gardener throws it back +, and it is a very good throw.
      Then he puts a small rose behind <{A}'s|my> ear + and goes on with his work.
      ~His dog walks along to the gate +, proud of its heavy basket.
    `,
  },
  {
    who: "the fisherman",
    at: "by the river",
    text: `
      The river is slow and green + and little boats lie on the bank.
      The fisherman sits on a wooden box + with his feet in the water.
      ~He has no fish yet +, but he looks happy.
      ^“They are not hungry today,” he says.
      ~<{A} takes|I take> off <her|my> shoes + because the water looks so cool.
      “May I ask you something?” <says {A}|I say>.
      ~The fisherman nods + and moves over on his box.
      @
      ~A duck comes near + with six small ducks behind her.
      ^The fisherman knows them all +, and each one has a name.
      ~“I come here for the quiet,” says the fisherman.
      Suddenly the line moves +, and <they|we> both jump up.
      It is only an old boot + with a snail inside.
      <They|We> laugh out loud +, and the ducks swim away.
      ~The fisherman puts the boot in the sun + because one day he may find the other.
    `,
  },
  {
    who: "the mechanic",
    at: "at the bike workshop",
    text: `
      The workshop is in a narrow street + behind the old town wall.
      ~Wheels hang from the ceiling + like strange black flowers.
      The mechanic is under a red bike +, so <{A} sees|I see> only her boots.
      ~The radio plays loud music +, and the boots are dancing.
      “Hello down there!” <calls {A}|I call>.
      ~A face comes out + with a black line on one cheek.
      ~The mechanic turns the radio down + and cleans her hands on a cloth.
      ~“I can repair everything,” she says, “even bad ideas.”
      @
      ~Then the mechanic loses a very small screw + and looks for it everywhere.
      ^The screw is not on the floor + and not on the table.
      ^It is in her hair +, where it always is.
      ~Now the red bike is ready +, and the bell rings like new.
      The mechanic lets <{A}|me> ride the red bike once around the yard +, and that feels like flying.
    `,
  },
  {
    who: "the waiter",
    at: "at the café",
    text: `
      The café has six tables + and every one of them is different.
      <{A} takes|I take> the table by the window + because it has the best light.
      ~The waiter brings a glass of water + and a very small cookie.
      ~The waiter carries four plates at once + and never looks at his feet.
      “You look busy,” says the waiter.
      “I am, and I need your help,” <says {A}|I say>.
      ~The waiter sits down for one minute + although that is not allowed.
      @
      ~At the next table two women play cards +, and one of them always wins.
      ^“One of the cards has a bent corner,” says the waiter in a low voice.
      ~A man wants to pay +, but his pockets are empty.
      ^The waiter writes his name down on the wall + next to many other names.
      ^“They all come back,” he says.
      Outside the bells ring +, and the coffee is finished.
    `,
  },
  {
    who: "the woman at the ticket desk",
    at: "at the old cinema",
    text: `
      The old cinema is closed in the daytime +, but the side door is open.
      ~It is dark inside +, and the seats are red and soft.
      A woman counts tickets at a little desk + under a yellow light.
      ~“The film starts tonight,” she says without looking up.
      “I don't need a ticket today,” <says {A}|I say>.
      ~Now the woman looks up + because that is something new.
      ~The woman knows the end of every film +, but she never tells it.
      @
      ~On the wall there are old pictures + of people with big hats.
      ^One picture shows her father +, who built this house.
      ~<{A} looks|I look> at the white screen + from a seat in the first row.
      ^There is nothing on it +, but you can dream of something.
      The woman gives <her|me> an old blue ticket + with a number that nobody needs any more.
      ~It is a good bookmark +, and it still smells of the dark.
    `,
  },
];
