import type { Book } from "../../contents/book.ts";
import { overlayOf } from "./overlay.ts";

/** What is known about a book's accessibility, for its own metadata and for the book trade's. */
export interface AccessFacts {
  readonly modes: readonly string[];
  /** In schema.org's vocabulary. */
  readonly features: readonly string[];
  readonly hazards: readonly string[];
  readonly summary: string;
  /** Whether every chapter is synchronized with its recording. */
  readonly isWhollySpoken: boolean;
}

/** The metadata that EPUB Accessibility 1.1 requires of every book. It doesn't claim conformance: only somebody who has checked the book can do that. */
export function accessFacts(book: Book): AccessFacts {
  const { sounds, say, volume } = book;
  const hasSound = sounds.size > 0;
  const hasPictures = volume.lessons.some(({ image }) => image !== null);
  const readable = hasPictures ? say.readableWithPictures : say.readable;
  const heard = sounds.size < volume.lessons.length ? say.readableWithSomeSound : say.readableWithSound;
  const spoken = volume.lessons.filter((lesson) => overlayOf(lesson, book) !== null).length;
  return {
    modes: ["textual", "visual", ...(hasSound ? ["auditory"] : [])],
    features: [
      "alternativeText",
      "ARIA",
      "displayTransformability",
      "readingOrder",
      "structuralNavigation",
      ...(spoken > 0 ? ["synchronizedAudioText"] : []),
      "tableOfContents",
      "unlocked",
    ],
    hazards: hasSound ? ["noFlashingHazard", "noMotionSimulationHazard", "unknownSoundHazard"] : ["none"],
    summary: hasSound ? `${readable} ${heard}` : readable,
    isWhollySpoken: spoken === volume.lessons.length,
  };
}
