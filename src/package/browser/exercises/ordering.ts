import { all, button, the } from "../elements.ts";
import { right, type StartItem, wrong } from "./item.ts";
import { orderFromText, orderToText } from "./order-text.ts";

/** Rows that are moved up and down into the right order. */
export const startOrdering: StartItem = (element, { words, judge }) => {
  const list = the(element, ".order");
  const rows = all(list, ":scope > *");
  let isChecked = false;
  let isPlaced: readonly boolean[] = [];
  const settle = (): void => {
    const shown = all(list, ":scope > *");
    isPlaced = shown.map((row, index) => Number(row.dataset.place) === index);
    for (const [index, row] of shown.entries())
      row.classList.toggle("in-place", isChecked && isPlaced[index] === true);
    judge(element, isChecked ? (isPlaced.every(Boolean) ? right : wrong) : null);
  };
  const move = (row: Element, step: number): void => {
    const other = list.children[[...list.children].indexOf(row) + step];
    if (other === undefined) return;
    if (step < 0) other.before(row);
    else other.after(row);
    isChecked = false;
    settle();
  };
  const directions = [
    { sign: "↑", label: words.up, step: -1 },
    { sign: "↓", label: words.down, step: 1 },
  ];
  for (const row of rows) {
    const moves = document.createElement("span");
    moves.className = "moves";
    for (const { sign, label, step } of directions) {
      const act = (): void => {
        move(row, step);
        made.focus();
      };
      const made = button(sign, act, `${label}${words.colon}${the(row, ".text").textContent}`);
      moves.append(made);
    }
    row.append(moves);
  }
  const check = button(words.check ?? "", () => {
    isChecked = true;
    settle();
  });
  the(element, ".verdict").before(check);
  const checked = "!";
  return {
    element,
    verdicts: () => rows.map((_, index) => (isChecked ? (isPlaced[index] === true ? right : wrong) : null)),
    given: () => {
      const order = all(list, ":scope > *").map((row) => rows.indexOf(row));
      const isMoved = order.some((row, index) => row !== index);
      return isMoved || isChecked ? orderToText(order) + (isChecked ? checked : "") : "";
    },
    restore: (given) => {
      const order = orderFromText(given.replace(checked, ""), rows.length);
      if (order === null || (order.length > 0 && order.length < rows.length)) return;
      list.append(...(order.length === 0 ? rows : order.flatMap((index) => rows[index] ?? [])));
      isChecked = given.endsWith(checked);
      settle();
    },
  };
};
