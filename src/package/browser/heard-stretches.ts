import { all, the } from "./elements.ts";

/** Gives each sentence that is played alone a button. It plays the sentence from its start, and stops at its end or when pressed again. */
export function startHeardStretches(): void {
  const stretches = all(document.body, ".heard[data-from]");
  const sounds = stretches.map((stretch) => the<HTMLAudioElement>(stretch, "audio"));
  const playAlone = (sound: HTMLMediaElement): void => {
    for (const other of sounds) if (other !== sound) other.pause();
    void sound.play();
  };
  for (const stretch of stretches) startStretch(stretch, playAlone);
}

function startStretch(stretch: HTMLElement, playAlone: (sound: HTMLMediaElement) => void): void {
  const sound = the<HTMLAudioElement>(stretch, "audio");
  const play = the<HTMLButtonElement>(stretch, "button");
  const [from, to] = [Number(stretch.dataset.from), Number(stretch.dataset.to)];
  // `timeupdate` is too coarse for a sentence, but the only event in a hidden page.
  const watch = (): void => {
    if (sound.paused) return;
    if (sound.currentTime >= to) sound.pause();
    else requestAnimationFrame(watch);
  };
  const show = (): void => {
    play.classList.toggle("is-playing", !sound.paused);
  };
  sound.addEventListener("play", () => {
    show();
    watch();
  });
  sound.addEventListener("pause", show);
  sound.addEventListener("timeupdate", () => {
    if (sound.currentTime >= to) sound.pause();
  });
  play.addEventListener("click", () => {
    if (!sound.paused) {
      sound.pause();
      return;
    }
    // Until the sound is loaded, the start time in its URL applies.
    if (sound.readyState > 0) sound.currentTime = from;
    playAlone(sound);
  });
  sound.controls = false;
  play.hidden = false;
}
