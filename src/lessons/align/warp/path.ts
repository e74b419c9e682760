/** Pairs the frames of a recording with those of its reference: the path never goes back in either, and skips no frame. */
export interface Path {
  /** For each frame of the recording, the first and the last frame of the reference paired with it. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** For each frame of the recording, the cost of its best pair. */
  readonly costs: Float32Array;
  /** Mean cost per step. */
  readonly cost: number;
  /** Share of the recording's frames where the path runs along the edge of the band. */
  readonly atEdge: number;
}
