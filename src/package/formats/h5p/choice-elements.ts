import { html } from "../../../shared/html.ts";
import type { ChoiceQuestion } from "../../quiz/question.ts";
import { choiceMarkup, questionMarkup, taskOf, titleOf } from "../../quiz/question-markup.ts";
import { type Element, element } from "./element.ts";
import type { ExercisePart } from "./exercise-part.ts";

/** A question with choices that H5P asks one by one; one of them is right. */
export function choiceElement(question: ChoiceQuestion, part: ExercisePart): Element {
  const { strings } = part;
  const params = {
    question: askedMarkup(question, part),
    answers: question.choices.map((choice, index) => ({
      text: choiceMarkup(choice, question.choicesAre, part).toString(),
      correct: index === question.right,
      tipsAndFeedback: { tip: "", chosenFeedback: "", notChosenFeedback: "" },
    })),
    behaviour: {
      enableRetry: true,
      enableSolutionsButton: true,
      enableCheckButton: true,
      type: "single",
      // The choices are shuffled already, in the same way as everywhere.
      singlePoint: true,
      randomAnswers: false,
      showSolutionsRequiresInput: false,
      autoCheck: false,
      confirmCheckDialog: false,
      confirmRetryDialog: false,
      passPercentage: 100,
      showScorePoints: true,
    },
    UI: {
      checkAnswerButton: strings.quiz.check,
      tryAgainButton: strings.quiz.again,
      showSolutionButton: strings.exercises.answers,
    },
  };
  const title = titleOf(question.exercise, strings);
  return element("H5P.MultiChoice", title, { params, scope: part.scope });
}

/** A statement that is true or false. */
export function statementElement(question: ChoiceQuestion, part: ExercisePart): Element {
  const { strings } = part;
  const params = {
    question: askedMarkup(question, part),
    correct: question.right === 0 ? "true" : "false",
    l10n: {
      trueText: strings.exercises.isTrue,
      falseText: strings.exercises.isFalse,
      checkAnswer: strings.quiz.check,
      tryAgain: strings.quiz.again,
      showSolutionButton: strings.exercises.answers,
    },
    behaviour: {
      enableRetry: true,
      enableSolutionsButton: true,
      enableCheckButton: true,
      autoCheck: false,
      confirmCheckDialog: false,
      confirmRetryDialog: false,
    },
  };
  const title = titleOf(question.exercise, strings);
  return element("H5P.TrueFalse", title, { params, scope: part.scope });
}

function askedMarkup(question: ChoiceQuestion, part: ExercisePart): string {
  const asked = question.before !== "" && html`<p>${questionMarkup(question, html``, part)}</p>`;
  return html`<p>${taskOf(question.exercise, part.strings)}</p>${asked}`.toString();
}
