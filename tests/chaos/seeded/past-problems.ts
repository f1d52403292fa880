import type { Migration } from '@ridgeline/contracts';
import type { TargetObject, TargetRecord } from '@ridgeline/testkit';
import { factsOf, type Fact, type Promised } from './past-facts.ts';
import { sidesOf } from './sides.ts';

/** What the simulators hold after a run, and what users did before the run. */
export interface PastEvidence {
  readonly migration: Migration;
  readonly facts: readonly Fact[];
  /** The ids of AccuLynx' records of the migrated kind before the run, and of those deleted during the run. */
  readonly before: readonly string[];
  readonly deleted: readonly string[];
  readonly targets: Readonly<Record<TargetObject, readonly TargetRecord[]>>;
  /** Whether it was the last run, with no faults left. */
  readonly isLast: boolean;
}

const typeOf = { contacts: 'contacts', deals: 'jobs' } as const;

/** Every way in which a run did not respect what users did before it, in words. */
export function pastProblems(evidence: PastEvidence): string[] {
  return [
    ...skipProblems(evidence),
    ...(['contacts', 'deals'] as const).flatMap((object) => recordProblems(evidence, object)),
  ];
}

/**
 * The facts without values that users set in records they have since deleted: the next run creates these again, with
 * AccuLynx' values.
 */
export const factsOfThere = (facts: readonly Fact[], targets: PastEvidence['targets']): readonly Fact[] =>
  facts.filter((fact) => {
    if (fact.kind !== 'value' || fact.when !== 'always') return true;
    const { sourceIdProperty } = sidesOf[typeOf[fact.object]];
    return targets[fact.object].some(({ properties }) => properties[sourceIdProperty] === fact.sourceId);
  });

/** Source ids that the run must skip, by reason: a merged record, and a job whose deal has another id. */
const skippedByPast = (facts: readonly Fact[], type: Migration['migrationType']) => ({
  merged_in_hubspot: factsOf(facts, 'merged').filter(({ object }) => typeOf[object] === type),
  id_changed_in_hubspot: factsOf(facts, 'retyped').filter(
    ({ object }) => type === 'jobs' && object === 'deals',
  ),
});

function skipProblems({ migration, facts, before, deleted }: PastEvidence): string[] {
  if (migration.status !== 'completed') return [];
  return Object.entries(skippedByPast(facts, migration.migrationType)).flatMap(([reason, those]) => {
    const [known, gone] = [new Set(before), new Set(deleted)];
    const there = those.filter(({ sourceId }) => known.has(sourceId));
    const [most, least] = [there.length, there.filter(({ sourceId }) => !gone.has(sourceId)).length];
    const told = migration.reconciliation?.skippedByReason[reason] ?? 0;
    return told >= least && told <= most
      ? []
      : [`${String(told)} were skipped as ${reason}, ${String(least)} had to be`];
  });
}

function recordProblems(
  { migration, facts, before, deleted, targets, isLast }: PastEvidence,
  object: TargetObject,
): string[] {
  const { sourceIdProperty } = sidesOf[typeOf[object]];
  const bySource = Map.groupBy(targets[object], ({ properties }) => properties[sourceIdProperty] ?? '');
  const own = new Set(factsOf(facts, 'own').map(({ id }) => id));
  const holds: Readonly<Record<Promised, boolean>> = {
    always: true,
    'while-refused': !isLast,
    completed: migration.status === 'completed',
    last: isLast,
  };
  const known = typeOf[object] === migration.migrationType ? new Set(before) : null;
  const wentBefore = (sourceId: string): boolean => known?.has(sourceId) === false;
  const ofObject = facts.filter((fact) => fact.object === object);
  const gone = new Set(
    object === 'deals' ? factsOf(ofObject, 'retyped').map(({ sourceId }) => sourceId) : [],
  );
  for (const { sourceId } of factsOf(ofObject, 'merged')) gone.add(sourceId);
  return [
    ...[...gone]
      .filter((id) => bySource.has(id))
      .map((id) => `${id} was made again though users took its record`),
    ...factsOf(ofObject, 'retyped')
      .filter(({ typed }) => !bySource.has(typed))
      .map(({ sourceId }) => `the id that users typed over ${sourceId} was replaced`),
    ...targets[object]
      .filter(({ id, updated }) => own.has(id) && updated > 0)
      .map(({ id }) => `${id}, a record of users' own, was written`),
    ...factsOf(ofObject, 'value').flatMap(({ sourceId, when, property, value }) => {
      const found = bySource.get(sourceId)?.[0]?.properties[property];
      // A record deleted during the run may have been read before. A record deleted before the run no longer provides
      // values.
      const isBrought = when === 'completed' || when === 'last';
      return !holds[when] ||
        deleted.includes(sourceId) ||
        (isBrought && wentBefore(sourceId)) ||
        found === value
        ? []
        : [`${sourceId} has ${String(found)} for ${property}, not ${value}`];
    }),
  ];
}
