/** Draws the same values again for the same seed. */
export interface Draw {
  /** A number from 0 up to 1. */
  fraction(): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  /** One of these. */
  one<Item>(items: readonly Item[]): Item;
}

/** A small generator (mulberry32, public domain): what is drawn has to be repeatable, not secret. */
export function seededDraw(seed: number): Draw {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number): number => from + Math.floor(fraction() * (to - from + 1));
  return {
    fraction,
    whole,
    one(items) {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError('There is nothing to draw from');
      return item;
    },
  };
}
