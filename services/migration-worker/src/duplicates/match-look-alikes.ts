import { maxCandidates, type Candidate, type Likeness, type RecordKind } from '@ridgeline/contracts';
import type { LookAlikes, PlannedNew } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { sourceIdIn } from '../hubspot-io/read-records.ts';
import type { ComparedValues, LikenessKey, LookAlikeRules } from '../object-migration/look-alike-rules.ts';

interface MatchingRules {
  readonly type: Pick<RecordKind, 'sourceIdProperty'>;
  readonly rules: LookAlikeRules;
}

const named = ({ likeness, value }: LikenessKey): string => `${likeness} ${value}`;

/**
 * The planned records that look like records of HubSpot, with the closest candidates first. A HubSpot record that carries an
 * AccuLynx id is never taken over, so it is not a candidate. Pure.
 */
export function matchLookAlikes(
  planned: readonly PlannedNew[],
  found: readonly HubspotRecord[],
  { type, rules }: MatchingRules,
): readonly LookAlikes[] {
  const byKey = new Map<string, HubspotRecord[]>();
  for (const record of new Map(found.map((one) => [one.id, one])).values())
    if (sourceIdIn(record, type) === null)
      for (const key of rules.keysOf(record.properties))
        byKey.set(named(key), [...(byKey.get(named(key)) ?? []), record]);

  return planned.flatMap(({ sourceId, name, properties }) => {
    const keys = rules.keysOf(properties);
    const candidates = candidatesOf(keys, byKey, rules);
    const phone = keys.find((key) => key.likeness === 'phone' && byKey.has(named(key)))?.value ?? null;
    const values = shownOf(properties, rules);
    return candidates.length === 0 ? [] : [{ sourceId, name, values, phone, candidates }];
  });
}

function candidatesOf(
  keys: readonly LikenessKey[],
  byKey: ReadonlyMap<string, readonly HubspotRecord[]>,
  rules: LookAlikeRules,
): readonly Candidate[] {
  const alike = new Map<HubspotRecord, Set<Likeness>>();
  for (const key of keys)
    for (const record of byKey.get(named(key)) ?? [])
      alike.set(record, (alike.get(record) ?? new Set()).add(key.likeness));
  return [...alike]
    .map(([{ id, properties }, likeness]) => ({
      hubspotId: id,
      likeness: [...likeness],
      values: shownOf(properties, rules),
    }))
    .sort((a, b) => b.likeness.length - a.likeness.length || Number(a.hubspotId) - Number(b.hubspotId))
    .slice(0, maxCandidates);
}

/** The displayed values, without empty ones. */
const shownOf = (values: ComparedValues, { properties }: LookAlikeRules): Record<string, string> =>
  Object.fromEntries(
    properties.flatMap((property) => {
      const value = values[property] ?? '';
      return value === '' ? [] : [[property, value]];
    }),
  );
