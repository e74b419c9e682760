import { type Document, isMap, isNode, isScalar, type LineCounter } from "yaml";

type Path = readonly PropertyKey[];

/** The path of a key of an account. */
export function keyAt(account: number, key: number): Path {
  return ["accounts", account, "keys", key];
}

/** The line, from 1, of a path or of its nearest ancestor in the file; `null` if there is none. */
export function lineAt(document: Document, lines: LineCounter, path: Path): number | null {
  for (let length = path.length; length >= 0; length -= 1) {
    const offset = offsetAt(document, path.slice(0, length));
    if (offset !== null) return lines.linePos(offset).line;
  }
  return null;
}

function offsetAt(document: Document, path: Path): number | null {
  const last = path.at(-1);
  const parent = document.getIn(path.slice(0, -1), true);
  if (last !== undefined && isMap(parent)) {
    const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === last);
    if (pair !== undefined && isScalar(pair.key) && pair.key.range) return pair.key.range[0];
  }
  const node = document.getIn(path, true);
  return isNode(node) && node.range ? node.range[0] : null;
}
