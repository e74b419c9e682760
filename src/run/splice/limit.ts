/** -1.5 dBFS, so that what the encoder adds doesn't clip. */
const mostLevel = 0.84;

const blockMs = 10;

/** Samples times a factor, less where they would be too loud: changed from block to block without steps. Pure. */
export function amplified(
  { samples, rate }: { readonly samples: Float32Array; readonly rate: number },
  factor: number,
): Float32Array {
  const block = Math.round((blockMs * rate) / 1_000);
  const factors = Array.from({ length: Math.ceil(samples.length / block) }, (_, index) => {
    const own = samples.subarray(index * block, (index + 1) * block);
    const peak = own.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    return Math.min(factor, mostLevel / Math.max(peak, 1e-9));
  });
  // At a border the smaller factor of its two blocks, so that the line between two borders is nowhere above either.
  const borders = Array.from({ length: factors.length + 1 }, (_, border) =>
    Math.min(factors[border - 1] ?? factor, factors[border] ?? factor),
  );
  return samples.map((sample, at) => {
    const [index, rest] = [Math.floor(at / block), (at % block) / block];
    const [from, to] = [borders[index] ?? factor, borders[index + 1] ?? factor];
    return sample * (from + (to - from) * rest);
  });
}
