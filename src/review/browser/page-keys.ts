import { isAsking } from "./dialogs.ts";
import { byId } from "./elements.ts";

/** Does what a single key stands for, unless a dialog is open. */
export function listenToKeys(keys: Readonly<Record<string, () => void>>): void {
  document.addEventListener("keydown", (event) => {
    if (isAsking() || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const { target, key } = event;
    // Space and the arrows are the player's own while it has the focus, and Space presses a button.
    const isOwn = target instanceof HTMLAudioElement || (target instanceof HTMLButtonElement && key === " ");
    const action = isOwn ? undefined : Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** Shows what each key does. */
export function showKeys(): void {
  byId<HTMLDialogElement>("keys").showModal();
}
