/** Comfort only, the pages are whole without it: the speed of the recording. Keeps nothing, asks nothing. */
export const readerScript = `"use strict";
const sound = document.querySelector("audio");
const speeds = document.querySelector(".speeds");
if (sound && speeds) {
  const buttons = [...speeds.querySelectorAll("button")];
  for (const button of buttons) {
    button.addEventListener("click", () => {
      sound.playbackRate = Number(button.value);
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
    });
  }
  speeds.hidden = false;
}
`;
