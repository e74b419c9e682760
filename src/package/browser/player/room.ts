const root = document.documentElement;
const property = "--player";

/** How much of the foot of the window the player takes, in pixels. */
export function playerHeight(): number {
  return Number.parseFloat(root.style.getPropertyValue(property)) || 0;
}

/** Leaves as much room at the foot of the page as the player takes of it, whatever its size comes to be. */
export function keepRoom(player: HTMLElement): void {
  const measure = (): void => {
    const { height } = player.getBoundingClientRect();
    root.style.setProperty(property, `${Math.ceil(height)}px`);
  };
  if ("ResizeObserver" in window) new ResizeObserver(measure).observe(player);
  else addEventListener("resize", measure);
  measure();
}
