/** The player's commands. */
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

/** The facts about a pressed key that decide its action. */
export interface Pressed {
  readonly key: string;
  /** The physical key, for keyboards of other scripts. */
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

/** The action of a key; null if it has none, or if the browser or the focused control handles the key. */
export function actionOf(pressed: Pressed, focused: string): Action | null {
  const { key, code, ctrlKey, altKey, metaKey, shiftKey } = pressed;
  if (ctrlKey || altKey || metaKey || takes(focused, key)) return null;
  if (shiftKey && key.startsWith("Arrow")) return null;
  const letter = /^[\p{L}\p{M}]$/u.test(key);
  const name = letter && !/^[a-z]$/i.test(key) ? code.replace("Key", "") : key;
  return actions.get(name.length === 1 ? name.toLowerCase() : name) ?? null;
}

/** Whether the focused control, such as `button` or `input:range`, handles the key itself. */
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
