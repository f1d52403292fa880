import type { HubspotRecord } from '@ridgeline/hubspot';
import type { WrittenByUs } from '../../hubspot-io/written-by-us.ts';

const emailOnly: ReadonlySet<string> = new Set(['email']);

/** The e-mails of records that lose them, in their order: null where there is none, or we wrote it. */
export async function foreignEmails(
  losing: readonly (HubspotRecord | null)[],
  writtenByUs: WrittenByUs,
): Promise<readonly (string | null)[]> {
  const emails = losing.map((record) => record?.properties['email'] ?? '');
  const asked = losing.flatMap((record, index) =>
    record && emails[index] !== '' ? [[record.id, emailOnly] as const] : [],
  );
  const ours = await writtenByUs(new Map(asked));
  return losing.map((record, index) => {
    const email = emails[index] ?? '';
    return email === '' || ours.get(record?.id ?? '')?.has('email') ? null : email;
  });
}
