/**
 * The content types that our files name, in the versions that the Interactive Book 1.11 and the Column 1.18 in use ask for. A platform
 * takes a file without bundled content types only if it has exactly these versions, whatever newer ones it has besides.
 */
const versions = {
  "H5P.AdvancedText": [1, 1],
  "H5P.Audio": [1, 5],
  "H5P.Blanks": [1, 14],
  "H5P.Column": [1, 18],
  "H5P.DragText": [1, 10],
  "H5P.Essay": [1, 5],
  "H5P.Image": [1, 1],
  "H5P.InteractiveBook": [1, 11],
  "H5P.MultiChoice": [1, 16],
  "H5P.TrueFalse": [1, 8],
} as const;

/** A content type's name. */
export type Library = keyof typeof versions;

/** The content types that a Column may hold. */
export const heldByColumn = (Object.keys(versions) as Library[]).filter(
  (library) => library !== "H5P.InteractiveBook" && library !== "H5P.Column",
);

/** A content type with its version, as contents name it. */
export function named(library: Library): string {
  return `${library} ${versions[library].join(".")}`;
}

/** A content type with its version, as `h5p.json` names it. */
export function dependency(library: Library) {
  const [majorVersion, minorVersion] = versions[library];
  return { machineName: library, majorVersion, minorVersion };
}
