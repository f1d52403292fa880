/** Whether a release can run on a schema; `names` are of the migrations that decide it. */
export type SchemaVerdict =
  | { readonly kind: 'fits' }
  | { readonly kind: 'behind'; readonly names: readonly string[] }
  | { readonly kind: 'beyond'; readonly names: readonly string[] };

/** A migration that takes something away, and the number from which on releases do without it. */
const contract = /(?:\.since-(\d+))?\.contract$/;

/** Whether a release can run without what a later one's migration took away. */
function doesWithout(name: string, known: readonly string[]): boolean {
  const [, since] = contract.exec(name) ?? [];
  return since !== undefined && known.some((own) => Number.parseInt(own, 10) >= Number(since));
}

/**
 * Compares the migrations that a release knows with those that were applied. What a later release only added (expand)
 * does no harm to this one. What it took away (contract) does, unless this one had stopped using it: such a migration is
 * called `<number>-<what>.since-<number>.contract`, where releases that know the second number do without.
 */
export function judgeSchema(known: readonly string[], applied: readonly string[]): SchemaVerdict {
  const beyond = applied.filter(
    (name) => !known.includes(name) && contract.test(name) && !doesWithout(name, known),
  );
  if (beyond.length > 0) return { kind: 'beyond', names: beyond };
  const missing = known.filter((name) => !applied.includes(name));
  return missing.length > 0 ? { kind: 'behind', names: missing } : { kind: 'fits' };
}

/** What a verdict means for whoever starts a service. */
export function describeVerdict(verdict: SchemaVerdict): string {
  if (verdict.kind === 'fits') return 'The schema fits';
  const names = verdict.names.join(', ');
  return verdict.kind === 'behind'
    ? `These migrations are missing: ${names}. The command prepare-schema applies them`
    : `The schema is too new for this release: run the release that made it, or a later one. Not known here: ${names}`;
}
