/** Splits a list into parts of `size`; the last one may be smaller. */
export function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}

/** The values without these names. */
export function omit<Value>(
  values: Readonly<Record<string, Value>>,
  ...names: readonly string[]
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}
