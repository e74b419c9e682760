import id3 from "node-id3";

/** What players display for a recording. */
export interface TagFacts {
  readonly title: string;
  readonly album: string;
  /** From 1. */
  readonly track: number;
  readonly tracks: number;
  /** ISO 639-2. */
  readonly language: string;
  readonly artist: string | null;
  readonly publisher: string | null;
  readonly cover: { readonly bytes: Buffer; readonly mediaType: string } | null;
  /** Consecutive, at most 255. */
  readonly chapters: readonly SoundChapter[];
}

export interface SoundChapter {
  readonly title: string;
  readonly startMs: number;
  readonly endMs: number;
}

const frontCover = 3;

/**
 * An ID3v2.3 tag: every player and every car stereo reads this version, and many can't read later versions. Texts are UTF-16, which covers every script.
 * There is no padding, because a package is not edited in place.
 */
export function soundTag(facts: TagFacts): Buffer {
  const { title, album, track, tracks, language, artist, publisher, cover, chapters } = facts;
  return id3.create({
    title,
    album,
    trackNumber: `${track}/${tracks}`,
    language,
    ...(artist !== null && { artist }),
    ...(publisher !== null && { publisher }),
    ...(cover !== null && {
      image: { mime: cover.mediaType, type: { id: frontCover }, description: "", imageBuffer: cover.bytes },
    }),
    ...(chapters.length > 0 && chapterFrames(chapters)),
  });
}

/** The frames CHAP and CTOC of the chapter addendum to ID3v2.3. */
function chapterFrames(chapters: readonly SoundChapter[]) {
  const named = chapters.map((chapter, index) => ({ ...chapter, elementID: `chapter-${index + 1}` }));
  return {
    tableOfContents: [
      { elementID: "contents", isOrdered: true, elements: named.map(({ elementID }) => elementID) },
    ],
    chapter: named.map(({ elementID, title, startMs, endMs }) => ({
      elementID,
      startTimeMs: startMs,
      endTimeMs: endMs,
      tags: { title },
    })),
  };
}
