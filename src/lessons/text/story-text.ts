/** A story as it is read. */
export interface StoryText {
  /** Null or empty if the service gave none. */
  readonly title: string | null;
  readonly text: string;
}
