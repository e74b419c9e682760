import type { LanguagePack } from "../language-pack.ts";
import { pastPlots } from "./past-plots.ts";
import { pastVisits } from "./past-visits.ts";
import { presentPlots } from "./present-plots.ts";
import { presentVisits } from "./present-visits.ts";

/** English, in words that are spelled alike wherever it is spoken. */
export const english: LanguagePack = {
  codes: ["en", "en-au", "en-gb", "en-us"],
  protagonists: ["Anna", "Clara", "Maya", "Nora", "Ella", "Julia"],
  friends: ["Tom", "Ben", "Leo", "Daniel", "Max"],
  towns: ["Millbrook", "Harrow Bay", "Little Ashford", "Stonebridge"],
  unnamed: "No name yet",
  quote: (text) => `“${text}”`,
  wordSeparator: ", ",
  typeset: (sentence) => sentence.replaceAll("'", "’"),
  interviewer: "Interviewer:",
  colon: ":",
  present: {
    plots: presentPlots,
    visits: presentVisits,
    walks: [
      "The next street is narrow + and full of washing on long lines.",
      "The church bell rings + and a dog answers.",
      "Now the sun is high +, so the shadows are short.",
      "<{A} walks|I walk> faster + because there is still a lot to do.",
      "On a wall a black cat is asleep + in the best place of all.",
      "Somebody plays the piano + behind an open window.",
      "The road goes down a hill + and around an old well.",
      "A boy on a bike says hello + and rings his bell three times.",
      "Two old men sit on a bench + and talk about the weather.",
    ],
    wordLines: {
      want: [
        "In the bag there is also a list, and on it <she writes|I write>: {W}.",
        "On a small card <she writes|I write> what must not be forgotten: {W}.",
        "These are the first notes for the work: {W}.",
      ],
      visit: [
        "“Write this down,” says {P}: {W}.",
        "“Here is something for your list,” says {P}: {W}.",
        "Then {P} says it slowly and clearly: {W}.",
        "On an old paper bag {P} writes: {W}.",
        "“Do you know this already?” asks {P}: {W}.",
        "<{A} repeats|I repeat> it until it sounds right: {W}.",
        "With a pencil <she adds|I add> this to <her|my> list: {W}.",
        "On a sign by the door <she reads|I read>: {W}.",
        "“That is always useful,” says {P}: {W}.",
        "On a little card from {P} stands: {W}.",
        "<{A} says|I say> it out loud, and {P} nods: {W}.",
        "“And don't forget this,” says {P}: {W}.",
      ],
      ending: [
        "“Say it with me,” <says {A}|I say>, and everybody says: {W}.",
        "{B} wants to hear the best part again: {W}.",
        "<She knows|I know> this by heart now: {W}.",
        "Even weeks later people in {C} still say: {W}.",
      ],
    },
    moods: {
      everyday: [
        "It is a day like any other, or so it seems.",
        "Some days are small and stay with you for years.",
      ],
      mystery: [
        "But something is strange today: every clock in {C} shows a different time.",
        "And the clocks? At midnight they all show the same time again, and nobody knows why.",
      ],
      adventure: [
        "<{A}'s|My> heart is beating fast: today there will be an adventure.",
        "It is a great adventure, and not one step of it is too far.",
      ],
      wonder: [
        "At the window sits a little bird of silver light, and it winks.",
        "Far up in the dark a silver bird sings, but only for those who listen.",
      ],
      heart: [
        "There is a warm feeling in the air, as before a first meeting.",
        "Now <{A} has|I have> friends in every street, and that makes the heart wide.",
      ],
      fun: [
        "The cat is sitting in the soup pot again, so it must be a good day.",
        "And the cat? It is asleep in the soup pot, of course.",
      ],
    },
    dayLine: "This is one whole day, from the first hour to the last.",
    questions: {
      opening: "Who are you, {A}, and where does your story begin?",
      want: "What do you want to do on this day?",
      visits: ["What happens {at}?", "And then, {at}?", "Who helps you {at}?", "What do you find {at}?"],
      obstacle: "When does it get difficult?",
      turn: "Who helps you then?",
      ending: "And how does it end?",
    },
  },
  past: {
    plots: pastPlots,
    visits: pastVisits,
    walks: [
      "The next street was so narrow that the washing of both sides hung on the same line.",
      "Somewhere a church bell rang + and a dog answered it +, as it did every hour.",
      "By now the sun stood high + and the shadows had crept under the parked cars.",
      "<{A} walked|I walked> a little faster + because the day was getting shorter.",
      "On a garden wall a black cat was asleep + and opened one eye +, but only one.",
      "Behind an open window somebody was playing the piano + and always stopped at the same note.",
      "The road led down a hill + and past an old well + into which nobody had thrown a coin for years.",
      "A boy on a bicycle rang his bell three times + without any reason +, except that it was new.",
      "On a bench two old men were discussing the weather + as if it could still be changed.",
    ],
    wordLines: {
      want: [
        "There was also a list in the bag, and at the top of it stood: {W}.",
        "On a small card <she had|I had> noted what must not be forgotten: {W}.",
        "The first notes were already there: {W}.",
      ],
      visit: [
        "“Write this down before I forget it,” said {P}: {W}.",
        "“Your list is missing something,” said {P}: {W}.",
        "Then {P} said it twice, slowly and clearly: {W}.",
        "On the back of an old bill {P} wrote in capital letters: {W}.",
        "“Nobody asks me about this any more,” said {P}: {W}.",
        "<{A} repeated|I repeated> it until it sounded right: {W}.",
        "Before leaving, <she added|I added> to the list: {W}.",
        "Somebody had written on the wall in chalk: {W}.",
        "“In my family we always begin with this,” said {P}: {W}.",
        "On a card that {P} kept in a drawer one could read: {W}.",
        "<{A} spelled|I spelled> it out loud, and {P} nodded: {W}.",
        "“And this is for the road,” said {P}: {W}.",
      ],
      ending: [
        "“All together now,” <said {A}|I said>, and everybody repeated: {W}.",
        "{B} insisted on hearing the best part again: {W}.",
        "By then <she knew|I knew> it by heart: {W}.",
        "Weeks later one could still hear people in {C} say: {W}.",
      ],
    },
    moods: {
      everyday: [
        "It promised to be a day like any other.",
        "It had been a small day, but it was one of those that stay.",
      ],
      mystery: [
        "Only one thing was odd: that morning every clock in {C} showed a different time.",
        "At midnight all the clocks agreed again, and to this day nobody can explain it.",
      ],
      adventure: [
        "<{A} felt|I felt> it under the soles of <her|my> shoes: an adventure was about to begin.",
        "There are longer adventures, but few from which one comes home so rich.",
      ],
      wonder: [
        "On the window sill a bird of silver light was cleaning its feathers, as it did before important days.",
        "High above the roofs the silver bird sang once, and those who were still awake pretended to be surprised.",
      ],
      heart: [
        "There was something in the air that morning, as before a meeting one has waited for too long.",
        "From then on there was a friend behind every door, and the streets of {C} seemed shorter.",
      ],
      fun: [
        "The cat had slept in the soup pot again, which was considered a good sign.",
        "As for the cat, it had missed everything, because somebody had left the lid off the soup pot.",
      ],
    },
    dayLine: "What follows is the record of a single day, hour by hour.",
    questions: {
      opening: "Tell us, {A}: where did it all begin?",
      want: "What did you have in mind?",
      visits: [
        "What happened {at}?",
        "And what was it like {at}?",
        "What did you learn {at}?",
        "What do you remember best about the hour {at}?",
      ],
      obstacle: "At what point did it go wrong?",
      turn: "And what changed everything?",
      ending: "How did the story end?",
    },
  },
};
