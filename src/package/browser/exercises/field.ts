import { the } from "../elements.ts";
import type { StartItem } from "./item.ts";

/** An answer that is typed or chosen from a list. */
export const startField: StartItem = (element, { judge, isSame, changed }) => {
  const field = the<HTMLSelectElement | HTMLInputElement>(element, "select, input");
  const { answer = "", first = "" } = element.dataset;
  const settle = (): void => {
    const given = field.value;
    const isRight = isSame(given, answer) || (first !== "" && isSame(first + given, answer));
    judge(element, given.trim() === "" ? null : isRight);
  };
  field.addEventListener("change", settle);
  // Keeps what is being typed, too: a reload must not lose it.
  field.addEventListener("input", changed);
  return {
    element,
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
