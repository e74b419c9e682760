import { exerciseScript } from "./exercise-script.ts";
import { settingsScript } from "./settings-script.ts";

const soundScript = `function sound() {
  const player = document.querySelector(".player[data-key]");
  const sound = player && player.querySelector("audio");
  if (!sound) return;
  const key = "sound:" + player.dataset.key;
  const speeds = [...player.querySelectorAll(".speeds [value]")];
  const setSpeed = (speed) => {
    sound.defaultPlaybackRate = sound.playbackRate = speed;
    for (const button of speeds) button.setAttribute("aria-pressed", String(Number(button.value) === speed));
  };
  const keptSpeed = Number(kept.get("speed"));
  if (speeds.some(({ value }) => Number(value) === keptSpeed)) setSpeed(keptSpeed);
  for (const button of speeds) {
    button.addEventListener("click", () => {
      setSpeed(Number(button.value));
      kept.set("speed", button.value);
    });
  }
  player.querySelector(".back").addEventListener("click", () => {
    sound.currentTime = Math.max(0, sound.currentTime - 5);
  });
  let keptAt = 0;
  const keep = () => {
    keptAt = sound.currentTime;
    kept.set(key, sound.ended || keptAt < 1 ? null : keptAt.toFixed(1));
  };
  const goOn = () => {
    const at = Number(kept.get(key));
    if (at > 1 && at < sound.duration - 1) sound.currentTime = at;
  };
  if (sound.readyState > 0) goOn();
  else sound.addEventListener("loadedmetadata", goOn, { once: true });
  sound.addEventListener("timeupdate", () => {
    if (Math.abs(sound.currentTime - keptAt) > 2) keep();
  });
  sound.addEventListener("pause", keep);
  sound.addEventListener("ended", keep);
  player.querySelector(".speeds").hidden = false;
}
`;

const glossScript = `function glosses() {
  const card = document.querySelector(".gloss");
  if (!card) return;
  const body = card.querySelector(".gloss-body");
  let shown = null;
  const hide = () => {
    card.hidden = true;
    shown = null;
  };
  const place = (word) => {
    const box = word.getBoundingClientRect();
    const left = Math.min(Math.max(12, box.left), root.clientWidth - card.offsetWidth - 12);
    const below = box.bottom + 10 + card.offsetHeight < innerHeight;
    const top = below ? box.bottom + 10 : Math.max(12, box.top - card.offsetHeight - 10);
    card.style.setProperty("--left", left + scrollX + "px");
    card.style.setProperty("--top", top + scrollY + "px");
  };
  const show = (word) => {
    const entry = document.querySelector(word.hash);
    const parts = [entry.querySelector("dt .story-face"), ...entry.querySelectorAll("dd")];
    body.replaceChildren(...parts.map((part) => {
      const line = document.createElement("p");
      for (const name of ["class", "lang", "dir"]) {
        if (part.hasAttribute(name)) line.setAttribute(name, part.getAttribute(name));
      }
      line.textContent = part.textContent;
      return line;
    }));
    card.querySelector("a").hash = word.hash;
    card.hidden = false;
    shown = word;
    place(word);
  };
  document.addEventListener("click", (event) => {
    const word = event.target.closest(".story a.word");
    if (word && word !== shown) {
      event.preventDefault();
      show(word);
    } else if (!event.target.closest(".gloss-body")) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || shown === null) return;
    const word = shown;
    hide();
    word.focus();
  });
  addEventListener("resize", hide);
}
`;

const startScript = `document.addEventListener("DOMContentLoaded", () => {
  settings();
  apply();
  sound();
  glosses();
  exercises();
});
`;

/**
 * Comfort only, the pages are whole without it: the look, the recording's speed and place, a word's meaning beside it, feedback on
 * exercises. What it keeps stays in the browser, and it asks nothing of anyone.
 */
export const readerScript = `${settingsScript}${soundScript}${glossScript}${exerciseScript}${startScript}`;
