import { all, the } from "./elements.ts";

/** Half of the rest is waited for again and again, so that a sound that stalls or starts late still stops at its end; but not for less than this. */
const shortestWaitMs = 4;

/** Adds a button to each sentence that can be played alone; pressing it again stops the sound. */
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
  // `timeupdate` is too coarse for a sentence, and a page that is hidden or busy drawing gets no animation frames.
  let timer = 0;
  const watch = (): void => {
    clearTimeout(timer);
    if (sound.paused) return;
    const rest = to - sound.currentTime;
    if (rest <= 0) sound.pause();
    else timer = setTimeout(watch, Math.max(shortestWaitMs, (rest / sound.playbackRate) * 500));
  };
  const show = (): void => {
    play.classList.toggle("is-playing", !sound.paused);
  };
  sound.addEventListener("play", () => {
    show();
    watch();
  });
  sound.addEventListener("pause", show);
  sound.addEventListener("timeupdate", watch);
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
