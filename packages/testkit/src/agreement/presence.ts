import type { TargetRecord } from '../simulated-records.ts';

/** How many source records may be missing in HubSpot, because the migration reports them as skipped or failed. */
export interface ExpectedMissing {
  readonly skipped: number;
  readonly failed: number;
}

/** HubSpot's records by the id of the source record that they carry; '' for those that carry none. */
export function bySourceId(
  target: readonly TargetRecord[],
  property: string,
): ReadonlyMap<string, readonly TargetRecord[]> {
  return Map.groupBy(target, ({ properties }) => properties[property] ?? '');
}

/**
 * Checks that each source record is in HubSpot once and was created once, and that no other record is there; returns the
 * differences in words.
 */
export function presenceProblems(
  ids: readonly string[],
  bySource: ReadonlyMap<string, readonly TargetRecord[]>,
  { noun, skipped, failed }: { readonly noun: string } & ExpectedMissing,
): string[] {
  const missing = ids.filter((id) => !bySource.has(id));
  const known = new Set(ids);
  const strangers = [...bySource.keys()].filter((id) => id !== '' && !known.has(id));
  return [
    ...(missing.length === skipped + failed
      ? []
      : [`${missing.length} ${noun} are missing in HubSpot, for example ${missing[0] ?? 'none'}`]),
    ...ids.flatMap((id) => {
      const [record, ...doubles] = bySource.get(id) ?? [];
      return [
        ...(doubles.length > 0 ? [`${id} is ${doubles.length + 1} times in HubSpot`] : []),
        ...(record && record.created !== 1 ? [`${id} was created ${record.created} times`] : []),
      ];
    }),
    ...strangers.map((id) => `${id} is in HubSpot but not in AccuLynx`),
  ];
}

/** A text as far as people see it: composed, with single spaces in place of invisible characters. */
export const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
