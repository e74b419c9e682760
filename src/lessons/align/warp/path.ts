/** What pairs the frames of a recording with those of its reference: both run on, and none is left out. */
export interface Path {
  /** For each frame of the recording the first and the last frame of the reference that it is paired with. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** For each frame of the recording the cost of its best pair. */
  readonly costs: Float32Array;
  /** The mean cost of a step. */
  readonly cost: number;
  /** The share of the recording's frames at which the path runs along the band's edge. */
  readonly atEdge: number;
}
