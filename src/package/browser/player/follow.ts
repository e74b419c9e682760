import { scrollDistance } from "./in-sight.ts";
import { playerHeight } from "./room.ts";

interface Following {
  /** Resumes following the sound. */
  readonly start: () => void;
  /** Scrolls to a part that is out of view, unless the learner scrolled away. */
  readonly show: (text: HTMLElement) => void;
}

const scrollingKeys = ["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown"];
// Pages continue to scroll for a while after a swipe.
const settledMs = 1000;
// The least distance of a part from the edges of the window, in pixels.
const edge = 16;

/**
 * Keeps the current part in view. Stops following when the learner scrolls, until the sound reaches the part in view or the learner chooses a part.
 * Respects the preference for reduced motion.
 */
export function followSound(player: HTMLElement): Following {
  let isFollowing = true;
  let scrolledAt = 0;
  const leave = ({ target }: Event): void => {
    if (target instanceof Node && player.contains(target)) return;
    isFollowing = false;
    scrolledAt = performance.now();
  };
  addEventListener("wheel", leave, { passive: true });
  addEventListener("touchmove", leave, { passive: true });
  addEventListener("keydown", (event) => {
    if (scrollingKeys.includes(event.key)) leave(event);
  });
  addEventListener("scroll", () => {
    scrolledAt = performance.now();
  });
  return {
    start: () => {
      isFollowing = true;
    },
    show: (text) => {
      const view = { top: edge, bottom: innerHeight - playerHeight() - edge };
      const distance = scrollDistance(text.getBoundingClientRect(), view);
      if (distance === 0 && performance.now() > scrolledAt + settledMs) isFollowing = true;
      if (distance === 0 || !isFollowing) return;
      const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      scrollBy({ top: distance, behavior: isCalm ? "auto" : "smooth" });
    },
  };
}
