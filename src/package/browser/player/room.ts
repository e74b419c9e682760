const root = document.documentElement;
const property = "--player";

/** The height of the player at the foot of the window, in pixels. */
export function playerHeight(): number {
  return Number.parseFloat(root.style.getPropertyValue(property)) || 0;
}

/** Reserves room for the player at the foot of the page, and follows its size. */
export function keepRoom(player: HTMLElement): void {
  const measure = (): void => {
    const { height } = player.getBoundingClientRect();
    root.style.setProperty(property, `${Math.ceil(height)}px`);
  };
  if ("ResizeObserver" in window) new ResizeObserver(measure).observe(player);
  else addEventListener("resize", measure);
  measure();
}
