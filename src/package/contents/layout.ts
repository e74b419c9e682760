/**
 * Who a part of a package is for decides its folder: a volume's own folder is what a class may get whole, `teacher/` has its answers,
 * `publisher/` its records.
 */
export const manifestPath = "publisher/manifest.json";
export const metadataPath = "publisher/metadata.csv";
/** How the course was made and who approved it, to read and to paste. */
export const disclosurePath = "publisher/disclosure.html";
/** The volumes as products for the book trade. */
export const onixPath = "publisher/onix.xml";
/** Lists every file but itself, with paths from the root of the package. */
export const checksumsPath = "publisher/SHA256SUMS";

/** Where packages had their manifest before they had a folder for publishers. */
export const earlierManifestPath = "manifest.json";

/** The folder with a volume's answer keys, plans and overviews. */
export function teacherFolder({ folder }: { readonly folder: string }): string {
  return `teacher/${folder}`;
}

/** The folder with what came with a volume's recordings and isn't used, for a plan that wants it along. */
export function exportedFolder(folder: string): string {
  return `publisher/exported/${folder}`;
}
