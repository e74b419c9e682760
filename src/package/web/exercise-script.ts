import { answerScript } from "../exercises/answer-script.ts";

/** Feedback on exercises. An answer is compared as everywhere else in the package. */
export const exerciseScript = `${answerScript}function exercises() {
  const page = document.querySelector("main[data-right]");
  if (!page) return;
  const { right, wrong, score, tag, check, up, down, colon } = page.dataset;
  const same = (a, b) => foldAnswer(a, tag) === foldAnswer(b, tag);
  const items = [...page.querySelectorAll("[data-item]")];
  const total = page.querySelector(".score");
  const judge = (item, verdict) => {
    item.classList.toggle("is-right", verdict === true);
    item.classList.toggle("is-wrong", verdict === false);
    item.querySelector(".verdict").textContent = verdict === null ? "" : verdict ? right : wrong;
    const done = items.filter((each) => each.classList.contains("is-right")).length;
    total.textContent = score.replace("{right}", String(done)).replace("{all}", String(items.length));
  };
  const button = (text, act, label) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    return made;
  };
  for (const item of items) {
    const { answer } = item.dataset;
    const field = item.querySelector("select, input");
    if (field) {
      const first = item.dataset.first ?? "";
      field.addEventListener("change", () => {
        const given = field.value;
        judge(item, given.trim() === "" ? null : same(given, answer) || (first !== "" && same(first + given, answer)));
      });
    } else if (item.classList.contains("build")) build(item);
    else order(item);
  }
  function build(item) {
    const line = item.querySelector(".line");
    const tiles = item.querySelector(".tiles");
    const count = tiles.children.length;
    const settle = () => {
      const words = [...line.children].map(({ textContent }) => textContent);
      judge(item, words.length < count ? null : same(words.join(" "), item.dataset.answer));
    };
    for (const tile of [...tiles.children]) {
      const text = tile.textContent;
      const made = button(text, () => {
        (made.parentElement === tiles ? line : tiles).append(made);
        made.focus();
        settle();
      });
      tile.replaceWith(made);
    }
    line.hidden = false;
  }
  function order(item) {
    const list = item.querySelector(".order");
    const clear = () => {
      for (const row of list.children) row.classList.remove("in-place");
      judge(item, null);
    };
    for (const row of [...list.children]) {
      const move = (step) => {
        const at = [...list.children].indexOf(row) + step;
        if (at < 0 || at >= list.children.length) return;
        if (step < 0) list.children[at].before(row);
        else list.children[at].after(row);
        clear();
      };
      const moves = document.createElement("span");
      moves.className = "moves";
      for (const [sign, label, step] of [["↑", up, -1], ["↓", down, 1]]) {
        const made = button(sign, () => { move(step); made.focus(); }, label + colon + row.querySelector(".text").textContent);
        moves.append(made);
      }
      row.append(moves);
    }
    item.querySelector(".verdict").before(button(check, () => {
      const rows = [...list.children];
      const placed = rows.map((row, index) => Number(row.dataset.place) === index);
      for (const [index, row] of rows.entries()) row.classList.toggle("in-place", placed[index]);
      judge(item, placed.every(Boolean));
    }));
  }
  total.textContent = score.replace("{right}", "0").replace("{all}", String(items.length));
  total.hidden = false;
}
`;
