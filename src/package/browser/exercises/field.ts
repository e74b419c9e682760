import { the } from "../elements.ts";
import { right, rightOf, type StartItem, type Verdict, wrong } from "./item.ts";

/** An answer that is typed or chosen from a list. */
export const startField: StartItem = (element, { judge, mark, almost, changed }) => {
  const field = the<HTMLSelectElement | HTMLInputElement>(element, "select, input");
  const { answer = "", first = "" } = element.dataset;
  const answers = rightOf(element);
  let verdict: Verdict = null;
  const verdictOn = (given: string): Verdict => {
    if (given.trim() === "") return null;
    if (field instanceof HTMLSelectElement) return given === answer ? right : wrong;
    // Some learners write the word from its first letters, others go on behind them.
    const typed = first === "" ? [given] : [given, first + given];
    const marks = answers.flatMap((right) => typed.map((text) => mark(text, right)));
    if (marks.includes("right")) return right;
    return marks.includes("almost") ? { mark: "almost", points: almost } : wrong;
  };
  const settle = (): void => {
    verdict = verdictOn(field.value);
    judge(element, verdict, answer);
  };
  field.addEventListener("change", settle);
  // Keeps what is being typed, too: a reload must not lose it.
  field.addEventListener("input", changed);
  return {
    element,
    verdicts: () => [verdict],
    given: () => field.value,
    restore: (given) => {
      field.value = given;
      // A list without this choice is left without a choice, which the page writes as the empty one.
      if (field.value !== given) field.value = "";
      settle();
      // For what shows the field's value in another way.
      field.dispatchEvent(new Event("restored", { bubbles: true }));
    },
  };
};
