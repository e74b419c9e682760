import { scrollDistance } from "./in-sight.ts";
import { playerHeight } from "./room.ts";

interface Following {
  /** Follows what is heard from now on. */
  readonly start: () => void;
  /** Scrolls to a part that is out of sight, unless the learner reads elsewhere. */
  readonly show: (text: HTMLElement) => void;
}

const scrollingKeys = ["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown"];
// A page goes on moving for a while after a finger has left it.
const settledMs = 1000;
// How near to the window's edges a part may stand, in pixels.
const edge = 16;

/**
 * Keeps what is heard in sight. A learner who scrolls is left alone, until what is heard comes to where they are, or they ask for a part. Where less
 * motion is asked for, the page is there at once.
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
