import { isAsking } from "./dialogs.ts";
import { byId } from "./elements.ts";

export interface KeysHost {
  /** Whether what is on the page is about to change: a key was then meant for what the person saw. */
  readonly isBusy: () => boolean;
  /** Tells the person that a key was not taken. */
  readonly refuse: (key: string) => void;
  /** The keys that are taken even then. */
  readonly always: ReadonlySet<string>;
}

/** Whoever types on does not mean single keys: they count again after this pause. */
const pauseMs = 1_000;

/** Does what a single key stands for, unless a dialog is open. After a key that was not taken, none is until the person stops typing. */
export function listenToKeys(keys: Readonly<Record<string, () => void>>, host: KeysHost): void {
  let ignoredAt = Number.NEGATIVE_INFINITY;
  document.addEventListener("keydown", (event) => {
    if (isAsking() || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const { target, key, timeStamp } = event;
    // Space and the arrows are the player's own while it has the focus, and Space presses a button.
    const isOwn = target instanceof HTMLAudioElement || (target instanceof HTMLButtonElement && key === " ");
    const action = isOwn ? undefined : Object.hasOwn(keys, key) ? keys[key] : undefined;
    const typesOn = timeStamp - ignoredAt < pauseMs;
    if (typesOn) ignoredAt = timeStamp;
    if (action === undefined) return;
    event.preventDefault();
    if (typesOn) return;
    if (host.isBusy() && !host.always.has(key)) {
      ignoredAt = timeStamp;
      host.refuse(key);
    } else action();
  });
}

/** Shows what each key does. */
export function showKeys(): void {
  byId<HTMLDialogElement>("keys").showModal();
}
