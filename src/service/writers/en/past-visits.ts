import type { Visit } from "../language-pack.ts";

/** Told in the past, in sentences that can grow. */
export const pastVisits: readonly Visit[] = [
  {
    who: "the baker",
    at: "at the bakery",
    text: `
      The bakery stood at the foot of the bridge + and was warm before anything else in town +, even in summer.
      ~The baker had flour on his nose + and nobody ever told him +, because it suited him.
      <{A} bought|I bought> a small loaf with seeds + and asked for help + while he was looking for change.
      ~He went on rolling his dough as he thought about it +, and his hands never slowed down +, as if they belonged to someone else.
      ~“At three in the morning,” he said, “the whole town is mine.”
      @
      ~He had learned the work from an aunt + who measured everything by eye + and had been right for fifty years.
      ~Behind <her|me> the line had grown as far as the door +, but no one complained +, since the smell made everybody patient.
      At the end he added a second loaf to the first + and refused the money + with a floury shake of the head.
    `,
  },
  {
    who: "the fruit seller",
    at: "at the market",
    text: `
      The market was so loud that morning that people bought things by pointing at them + and hoped for the best.
      ~The fruit seller wore a hat that was older than the hall + and had never been seen without it +, not even at weddings.
      The fruit seller greeted <{A}|me> with half a melon + and would not hear a single question + until it was eaten.
      ~Her mother had stood behind the same boxes +, and her grandmother before that +, always in the corner where the morning sun arrived first.
      @
      ~A small child took a plum and ran + while she looked the other way + with great politeness.
      ^“If they steal fruit,” she said, “I've done something right.”
      ^<{A} had|I had> never thought of it in that way + and wrote the sentence down + before it could escape.
      Then she dropped three apples into the bag +, one for every good question +, and turned to the next customer.
    `,
  },
  {
    who: "the librarian",
    at: "at the library",
    text: `
      In the library it was cool and so quiet that one could hear the goldfish turn around + in the bowl on the desk.
      The librarian changed from one pair of glasses to another + before he asked what <she|I> was looking for +, and to a third before he listened.
      ~From the top of a ladder he fetched a thin brown book +, which he blew on + like hot soup.
      @
      ^Some of its pages had coffee stains on them +, and those, he whispered, were the best +, because so many readers had stopped there.
      ^<{A} read|I read> them standing up + and forgot the time completely +, as one should in such a place.
      ~In the corner a man was asleep over an atlas +, with one finger on a country + that no longer existed.
      ^He woke up and asked what day it was +, and nobody was quite sure +, not even the librarian.
      A few good sentences went along when <she|I> left +, which is the best thing about sentences: they weigh nothing.
    `,
  },
  {
    who: "the station master",
    at: "at the station",
    text: `
      Only two trains a day stopped at the station +, and between them the platform belonged to the sparrows + and to one man in a dark blue jacket.
      ~The big clock had been five minutes slow for years +, but nobody had ever missed a train +, because everybody knew it.
      The station master asked whether <she was|I was> waiting for somebody + and was delighted + to hear that it was only for ideas.
      ~He sat down on a suitcase that had been forgotten there one winter + and that he dusted every Friday +, in case its owner came back.
      @
      ~“I've seen more kisses than the cinema,” he said, “and more rain.”
      ~He remembered a woman who had waited for the wrong train for a week + and had then married the man + who told her so.
      Then the signal fell and the afternoon train rolled in +, and he became an official person again +, with a whistle and a very straight back.
      ^An old couple got off and looked around as if everything had shrunk +, and the station master lifted his cap to them + like to a king and a queen.
    `,
  },
  {
    who: "the gardener",
    at: "in the park",
    text: `
      The gardener was kneeling in front of the roses + when <{A} came|I came> through the park gate +, and he did not get up for anyone.
      ~His dog carried the tools in a little basket + and took the work very seriously +, as dogs do.
      <She sat|I sat> down on the grass + and explained what it was all about +, while he cut away the dry leaves.
      ~He did not answer at once +, because he thought the way he gardened +, slowly and from the root.
      @
      ~“You can't pull at a flower to make it grow,” he said.
      ~He had planted the tall trees by the wall himself +, on the day his daughter was born +, and now both were taller than he was.
      ~Suddenly a football landed in the middle of the bed +, and he threw it back + so well that the boys forgot to run away.
      Before <she|I> left he chose a rose and took off the thorns one by one +, then handed it over without a word +, as though it were a receipt.
    `,
  },
  {
    who: "the fisherman",
    at: "by the river",
    text: `
      The fisherman sat where he always sat, on a wooden box by the water +, and had caught nothing at all +, which did not seem to trouble him.
      ~The river was low and green at that time of the year + and moved as little as possible +, like a cat in the sun.
      <{A} took|I took> off <her|my> shoes and sat down beside him +, then waited for a good moment +, because loud questions frighten the fish.
      ~He gave a name to every duck that came past +, and most of them seemed to answer +, or at least to turn their heads.
      @
      ~“The fish are only my excuse,” he confessed after a while.
      ~For forty years he had worked in a hall full of machines +, and since then he had been collecting silence +, hour by hour, like other people collect stamps.
      ~Then the line jerked so hard that <they|we> both jumped up +, and out of the water came an old boot + with a snail asleep inside it.
      ^He set the boot in the sun to dry +, for he already had one at home + that looked very much like its brother.
    `,
  },
  {
    who: "the mechanic",
    at: "at the bike workshop",
    text: `
      In the bike workshop behind the old wall only a pair of boots could be seen +, and they were dancing under a red bicycle + to very loud music.
      ~The mechanic rolled out and turned the radio down +, then listened with her head on one side +, as she listened to engines.
      ~Wheels hung from the ceiling in every size + and moved a little in the draft +, like the inside of a clock.
      ~She claimed that she could repair anything with two wheels + and most things with two legs +, if they came early enough.
      @
      ~<{A} held|I held> the lamp while the mechanic searched for a tiny screw +, first on the bench, then on the floor +, and finally, with success, in her own hair.
      ^“It's always where you don't look,” she said, “because you don't look there.”
      ^That went straight onto the page +, under the black print of a thumb + that would never come out again.
      Afterwards <{A} was|I was> allowed to ride the red bicycle around the yard +, and the whole day rolled downhill + for one short minute.
    `,
  },
  {
    who: "the waiter",
    at: "at the café",
    text: `
      The café had six tables and no two of them matched +, just like the cups + and, to be honest, the guests.
      ~<{A} chose|I chose> the one by the window + and ordered the smallest thing on the card +, so as to be able to stay.
      The waiter carried four plates on one arm + without ever looking down +, for he had once been a dancer.
      ~When he heard what it was about he sat down for a minute +, although that was strictly forbidden +, and forgot the soup.
      @
      ~At the next table two women were playing cards +, and one of them had been winning for years + with the same bent queen.
      ^“Everybody knows,” he whispered, “and nobody says it; that's friendship.”
      ~A man who had left his money at home was looking through his pockets +, and the waiter simply wrote his name on the wall +, below a hundred others.
      ^All of those people had come back in the end +, some after a day +, and one after eleven years, from another continent.
    `,
  },
  {
    who: "the woman at the ticket desk",
    at: "at the old cinema",
    text: `
      The old cinema slept through the day +, but its side door was never locked +, because there was nothing in it to steal but the dark.
      Under a yellow lamp a woman was counting tickets + and said, without looking up, that the film began at eight +, as it had for sixty years.
      ~When the woman learned that nobody wanted a ticket she pushed back her chair + and became curious +, which happened perhaps twice a year.
      ~Her father had built the house with his own savings + and painted the clouds on the ceiling himself +, lying on his back like a famous artist.
      @
      ~“People think they come for the ending,” she said, “but they come for the moment when the light goes out.”
      ~<{A} was|I was> allowed to sit in the front row for a while + and look at the white screen +, on which, strangely enough, a great deal was happening.
      ~From the walls old actors with enormous hats looked down + and seemed to approve + of such a quiet audience.
      On the way out there was a present, a blue ticket with a number nobody needed any more +, and it became a bookmark + that smelled of the dark for years.
    `,
  },
];
