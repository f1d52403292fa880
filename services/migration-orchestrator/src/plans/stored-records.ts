import type { PlannedRecord, SentRecord } from '@ridgeline/contracts/internal';

/** What plans called `key` and `deferred` while contacts alone went over, and e-mails were all that was deferred. */
interface FormerWords {
  readonly email?: string;
  readonly withheld?: {
    readonly email: string;
    readonly name: string;
    readonly properties: Record<string, string>;
  };
}

/** A record of a plan as it stands in the database: in the words of today, or in those of before. */
export type StoredRecord = SentRecord & FormerWords;

/** A stored plan in the words of today: a run that was under way while this service was renewed goes on with its plans. */
export function readRecords(stored: readonly StoredRecord[]): PlannedRecord[] {
  return stored.map(({ email, withheld, ...record }) => ({
    ...record,
    name: record.name ?? '',
    ...(email === undefined ? {} : { key: email }),
    ...(withheld ? { deferred: inWordsOfToday(withheld) } : {}),
  }));
}

function inWordsOfToday({ email, name, properties }: NonNullable<FormerWords['withheld']>) {
  return { property: 'email', value: email, name, properties };
}
