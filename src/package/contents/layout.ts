/**
 * The folder of each part of a package depends on who the part is for: a class may get everything in a volume's own folder, while the volume's answers
 * are in `teacher/` and the records in `publisher/`.
 */
export const manifestPath = "publisher/manifest.json";
export const metadataPath = "publisher/metadata.csv";
/** A page to read and to copy from: how the course was made and who approved it. */
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

/** The folder with the unused files that came with a volume's recordings, for a plan that asks for them. */
export function exportedFolder(folder: string): string {
  return `publisher/exported/${folder}`;
}
