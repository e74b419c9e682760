import { all } from "../elements.ts";

type Tile = HTMLButtonElement;

interface Dragging {
  /** Called for a press by pointer or keyboard that was no drag. */
  readonly press: (tile: Tile) => void;
  /** Whether one tile may be dropped on the other. */
  readonly canMeet: (tile: Tile, target: Tile) => boolean;
  readonly drop: (tile: Tile, target: Tile) => void;
}

// A finger that presses a button moves it by some pixels, too.
const leastPixels = 8;

/**
 * Lets learners press the buttons of a group, and drag them onto each other by mouse, pen or finger. Where the style sheet leaves `touch-action` to
 * the browser, a finger scrolls instead, and the browser cancels the drag.
 */
export function startDragging(group: HTMLElement, { press, canMeet, drop }: Dragging): void {
  let held: { tile: Tile; x: number; y: number } | null = null;
  let isDragged = false;
  const tileOf = (target: EventTarget | Element | null): Tile | null =>
    target instanceof Element && group.contains(target) ? target.closest("button") : null;
  const targetAt = ({ clientX, clientY }: PointerEvent): Tile | null => {
    const target = tileOf(document.elementFromPoint(clientX, clientY));
    return held !== null && target !== null && canMeet(held.tile, target) ? target : null;
  };
  const show = (target: Tile | null): void => {
    for (const each of all(group, "button")) each.classList.toggle("is-target", each === target);
  };
  const end = (): void => {
    if (held === null) return;
    held.tile.style.transform = "";
    held.tile.classList.remove("is-dragged");
    held = null;
    show(null);
  };
  group.addEventListener("pointerdown", (event) => {
    const tile = tileOf(event.target);
    isDragged = false;
    if (tile !== null && event.isPrimary && event.button === 0)
      held = { tile, x: event.clientX, y: event.clientY };
  });
  group.addEventListener("pointermove", (event) => {
    if (held === null || !event.isPrimary) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!isDragged && Math.hypot(x, y) < leastPixels) return;
    if (!isDragged) {
      isDragged = true;
      group.setPointerCapture(event.pointerId);
      held.tile.classList.add("is-dragged");
    }
    held.tile.style.transform = `translate(${x}px, ${y}px)`;
    show(targetAt(event));
  });
  group.addEventListener("pointerup", (event) => {
    const target = isDragged ? targetAt(event) : null;
    const tile = held?.tile ?? null;
    end();
    if (tile !== null && target !== null) drop(tile, target);
  });
  group.addEventListener("pointercancel", end);
  group.addEventListener("click", (event) => {
    const tile = tileOf(event.target);
    // A click ends a drag, too. One by keyboard has no details.
    if (tile !== null && (!isDragged || event.detail === 0)) press(tile);
  });
}
