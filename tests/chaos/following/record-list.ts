import { listRecordChanges, objectTypes, type MigrationType, type RecordChanges } from '@ridgeline/contracts';
import type { TestCompany } from '@ridgeline/testkit';

/** The kinds of objects that a migration of this type writes, as outcomes name them. */
const kindsOf = (list: MigrationType): readonly string[] => [
  objectTypes[list].name,
  ...objectTypes[list].alongside.map(({ name }) => name),
];

/** All outcomes that the product reports or predicts for a migration's records and those copied with them. */
export async function recordsOf({
  company: { session },
  id,
  list,
}: {
  readonly company: Pick<TestCompany, 'session'>;
  readonly id: number;
  readonly list: MigrationType;
}): Promise<readonly RecordChanges[]> {
  const found: RecordChanges[] = [];
  for (const kind of kindsOf(list))
    for (let after: string | undefined, isOver = false; !isOver;) {
      const { records, next } = await session.callPatiently(listRecordChanges, {
        params: { id: String(id) },
        query: { kind, ...(after === undefined ? {} : { after }) },
      });
      found.push(...records);
      isOver = next === null;
      after = next ?? undefined;
    }
  return found;
}

/** The key of a record or an association in a portal's state; null for one that is not in HubSpot. */
export function portalKey({ kind, hubspotId }: Pick<RecordChanges, 'kind' | 'hubspotId'>): string | null {
  if (hubspotId === null) return null;
  const [from = '', to] = hubspotId.split('/');
  if (to !== undefined) return `deal ${from} and contact ${to}`;
  return kind === objectTypes.jobs.name ? `deal ${from}` : `contact ${from}`;
}

/** Whether a record was written, or would be. */
export const isWritten = ({ outcome }: RecordChanges): boolean =>
  outcome === 'created' || outcome === 'updated';

/** What an undo reports as spared, by its key in the portal's state, with the code and text of the reason. */
export function sparedIn(records: readonly RecordChanges[]) {
  return records.flatMap((record) => {
    const key = portalKey(record);
    const [warning] = record.warnings;
    const [reason, message] =
      record.outcome === 'skipped' ? [record.reason, record.message] : [warning?.code, warning?.message];
    return key === null || !reason
      ? []
      : [{ key, reason, name: record.name ?? key, message: message ?? reason }];
  });
}
