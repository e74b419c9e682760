import { expect, test } from "vitest";
import { usableQuestions } from "../../../src/lessons/questions/proposal.ts";
import { type Question, readQuestion, writeQuestion } from "../../../src/lessons/questions/question.ts";

const question: Question = {
  question: "¿Quién abre la puerta?",
  options: ["Luis", "Ana", "La madre", "Nadie"],
  right: 1,
  evidence: "Ana abre la puerta.",
};
const typed = `¿Quién abre la puerta?
- Luis
* Ana
- La madre
- Nadie
= Ana abre la puerta.`;

test("a question is typed as it is shown", () => {
  expect(writeQuestion(question)).toBe(typed);
  expect(readQuestion(typed)).toEqual(question);
  expect(readQuestion("  ¿Y?\n\n*sí\n -no  ")).toEqual({
    question: "¿Y?",
    options: ["sí", "no"],
    right: 0,
    evidence: "",
  });
});

test.for([
  ["no line that asks", "- a\n* b", "no_question"],
  ["two lines that ask", "What?\nAnd?\n- a\n* b", "no_question"],
  ["one option", "What?\n* a", "options"],
  ["the same option twice", "What?\n* Ana\n- ana", "options"],
  ["an empty option", "What?\n* a\n-", "options"],
  ["seven options", "What?\n* a\n- b\n- c\n- d\n- e\n- f\n- g", "options"],
  ["no right option", "What?\n- a\n- b", "right"],
  ["two right options", "What?\n* a\n* b", "right"],
  ["a line that is too long", `What?\n* a\n- ${"b".repeat(301)}`, "too_long"],
] as const)("a question with %s is none", ([, text, fault]) => {
  expect(readQuestion(text)).toBe(fault);
});

const story = "Es de noche. Ana abre\nla puerta.\n\nLuis duerme.";

test("of what a model proposes, only questions of the right form with evidence in the story are used", () => {
  const good = { ...question, evidence: "Ana abre la puerta." };
  const proposed = [
    good,
    { ...good, evidence: "Luis abre la puerta." },
    { ...good, evidence: "" },
    { ...good, options: ["Ana", "Luis"] },
    { ...good, options: ["Ana", "Luis", "Eva", "Paz", "Sol"] },
    { ...good, right: 4 },
    { ...good, question: "\u0000 " },
  ];
  expect(usableQuestions({ questions: proposed }, story)).toEqual([good]);
});

test.for([
  ["nothing", undefined],
  ["a text", "What?"],
  ["another document", { items: [] }],
  ["numbers for texts", { questions: [{ ...question, question: 7 }] }],
] as const)("an answer with %s proposes nothing", ([, answer]) => {
  expect(usableQuestions(answer, story)).toEqual([]);
});
