/** What a player can be told to do. */
export type Action =
  | "play"
  | "before"
  | "after"
  | "again"
  | "repeat"
  | "shadow"
  | "slower"
  | "faster"
  | "help";

/** What is asked of a key that was pressed. */
export interface Pressed {
  readonly key: string;
  /** The key's place on the keyboard, for letters of other scripts. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

const actions: ReadonlyMap<string, Action> = new Map([
  [" ", "play"],
  ["ArrowLeft", "before"],
  ["ArrowRight", "after"],
  ["l", "again"],
  ["r", "repeat"],
  ["p", "shadow"],
  ["-", "slower"],
  ["+", "faster"],
  ["?", "help"],
  ["\u061f", "help"],
]);

/** What a key asks of the player; null for a key that means nothing to it, or that a program or another control takes. */
export function actionOf(pressed: Pressed, focused: string): Action | null {
  const { key, code, ctrlKey, altKey, metaKey, shiftKey } = pressed;
  if (ctrlKey || altKey || metaKey || takes(focused, key)) return null;
  if (shiftKey && key.startsWith("Arrow")) return null;
  const letter = /^[\p{L}\p{M}]$/u.test(key);
  const name = letter && !/^[a-z]$/i.test(key) ? code.replace("Key", "") : key;
  return actions.get(name.length === 1 ? name.toLowerCase() : name) ?? null;
}

/** Whether a control of this kind, such as `button` or `input:range`, has a use of its own for a key. */
function takes(focused: string, key: string): boolean {
  switch (focused) {
    case "select":
    case "textarea":
    case "audio":
      return true;
    case "button":
    case "summary":
    case "input:checkbox":
      return key === " ";
    case "input:range":
      return key.startsWith("Arrow");
    default:
      return focused.startsWith("input");
  }
}
