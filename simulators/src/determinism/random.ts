/** A source of numbers in [0, 1). */
export type Random = () => number;

/** Mulberry32: a 32-bit generator of one addition and three mixes, the same on every machine. */
export function mulberry32(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Mixes two 32-bit numbers into one (the finalizer of MurmurHash3 over their combination). */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash ^= hash >>> 16;
  return Math.imul(hash ^ (hash >>> 15), 0x27d4eb2f) >>> 0;
}

/** Hashes text to 32 bits (FNV-1a over UTF-16 units). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Chooses one element; the list must not be empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new RangeError('Cannot pick from an empty list');
  return chosen;
}

/** Returns the elements in an order decided by the generator. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const keyed = list.map((element) => ({ element, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ element }) => element);
}
