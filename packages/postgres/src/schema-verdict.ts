/** Whether a release can run on a schema; `names` are of the migrations that decide it. */
export type SchemaVerdict =
  | { readonly kind: 'fits' }
  | { readonly kind: 'behind'; readonly names: readonly string[] }
  | { readonly kind: 'beyond'; readonly names: readonly string[] };

/**
 * Compares the migrations that a release knows with those that were applied. What a later release only added (expand)
 * does no harm to this one. What it took away (contract) does: such a migration is called `<number>-<what>.contract`.
 */
export function judgeSchema(known: readonly string[], applied: readonly string[]): SchemaVerdict {
  const beyond = applied.filter((name) => !known.includes(name) && name.endsWith('.contract'));
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
