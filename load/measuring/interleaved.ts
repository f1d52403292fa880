/**
 * Measures several subjects in turn: each round measures all of them, every other round in the opposite order, so that
 * other work on the machine affects all of them equally. The first round warms up and is discarded.
 */
export async function interleaved<Name extends string>(
  rounds: number,
  subjects: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names = Object.keys(subjects) as Name[];
  const measured = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await subjects[name]();
      if (round > 0) measured.get(name)?.push(value);
    }
  return Object.fromEntries(measured) as Record<Name, number[]>;
}
