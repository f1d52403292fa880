import { listSyncedRecords, type SyncedRecord } from '@ridgeline/contracts';
import type { SyncedContender } from './synced-contender.ts';

/** So many records of a run that is not true are printed. */
const maxTold = 5;
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** What events and copies there were of the first records that violations name, each in one line. */
export async function timelines(
  contender: SyncedContender,
  violations: readonly string[],
): Promise<string[]> {
  const { control, user } = contender.company;
  const ids = [...new Set(violations.flatMap((text) => uuid.exec(text)?.[0] ?? []))].slice(0, maxTold);
  if (ids.length === 0) return [];
  const [deliveries, feed] = [await control.deliveries(user.companyId), await feedOf(contender)];
  return ids.flatMap((id) => [
    ...deliveries
      .filter(({ recordId }) => recordId === id)
      .map(
        ({ at, topicName, mishaps, tries, end }) =>
          `${id} ${at} event ${topicName} ${JSON.stringify({ mishaps, tries, end })}`,
      ),
    ...feed
      .filter(({ sourceId }) => sourceId === id)
      .map(({ copiedAt, outcome, reason, changes, warnings }) => {
        const facts = JSON.stringify({ reason, changes, warnings });
        return `${id} ${copiedAt} copied: ${outcome} ${facts}`;
      })
      .reverse(),
  ]);
}

async function feedOf({ company, connection }: SyncedContender): Promise<SyncedRecord[]> {
  const params = { id: String(connection.id) };
  const read: SyncedRecord[] = [];
  for (;;) {
    const before = read.at(-1)?.id;
    const query = before === undefined ? {} : { before: String(before) };
    const page = await company.session.callPatiently(listSyncedRecords, { params, query });
    read.push(...page.records);
    if (!page.hasMore) return read;
  }
}
