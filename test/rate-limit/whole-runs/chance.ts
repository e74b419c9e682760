/** Numbers in [0, 1) that follow from a seed. */
export function chanceFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
  };
}

/** A factor around 1 whose logarithm is normal: with `spread` 0.2 two of three lie within a fifth. */
export function factorFrom(random: () => number, spread: number): number {
  if (spread === 0) return 1;
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.exp(spread * normal - (spread * spread) / 2);
}
