import { kindNamed, type CheckFigures } from '@ridgeline/contracts';
import type { ReadBack, ReadDifference } from '@ridgeline/contracts/internal';
import type { NewDifference } from './difference-store.postgres.ts';
import { recordKey, type LaterWrite } from './later-writes.postgres.ts';

/** Our later run that last wrote each record, by `recordKey`. */
type LaterWrites = ReadonlyMap<string, LaterWrite>;

/** The results of a page. */
export interface PageResult {
  readonly counts: Omit<CheckFigures, 'records'>;
  readonly differences: readonly NewDifference[];
}

/** Records whose difference one of our later runs may explain. */
export const mayBeOurs = (records: readonly ReadBack[]): readonly ReadBack[] =>
  records.filter(
    ({ standing, differences }) =>
      standing === 'gone' || differences.some(({ author }) => author === null || author.isOurs),
  );

/** Counts the records of a page, and lists what is not as written. Pure. */
export function resultOf(records: readonly ReadBack[], later: LaterWrites): PageResult {
  const [associations, own] = partition(records, ({ kind }) => kindNamed(kind)?.hubspotObject === null);
  const found = own.map((record) => ({ record, differences: differencesOf(record, later) }));
  const missing = associations.filter(({ standing }) => standing !== 'found');
  const countOf = (wanted: Verdict) =>
    found.filter(({ differences }) => verdictOf(differences) === wanted).length;
  return {
    counts: {
      equal: countOf('equal'),
      changed: countOf('changed'),
      lost: countOf('lost'),
      gone: countOf('gone'),
      merged: countOf('merged'),
      fields: own.reduce((sum, { fields }) => sum + fields, 0),
      associations: associations.length,
      missing: missing.length,
    },
    differences: [
      ...found.flatMap(({ differences }) => differences),
      ...missing.map((record) => whole(record, 'missing', later)),
    ],
  };
}

type Verdict = NewDifference['verdict'] | 'equal';

/** The verdict for the whole record: one value that no one is known to have changed outweighs those that someone did. */
function verdictOf(differences: readonly NewDifference[]): Verdict {
  const verdicts = differences.map(({ verdict }) => verdict);
  return verdicts.find((verdict) => verdict !== 'changed') ?? verdicts[0] ?? 'equal';
}

function differencesOf(record: ReadBack, later: LaterWrites): NewDifference[] {
  if (record.standing !== 'found') return [whole(record, record.standing, later)];
  return record.differences.map((difference) => ({
    ...about(record),
    property: difference.property,
    label: difference.label,
    written: difference.written,
    now: difference.now,
    ...authorOf(difference, later.get(recordKey(record))),
  }));
}

const about = ({ kind, sourceId, hubspotId, name }: ReadBack) => ({ kind, sourceId, hubspotId, name });

const noSource = { source: null, sourceDetail: null, sourceName: null, changedAt: null } as const;

/** A difference of the record as a whole: a later run may have removed it. */
function whole(record: ReadBack, verdict: 'gone' | 'merged' | 'missing', later: LaterWrites): NewDifference {
  const ours = verdict === 'merged' ? undefined : later.get(recordKey(record));
  return {
    ...about(record),
    ...{ property: null, label: null, written: null, now: null },
    verdict,
    ...noSource,
    changedBy: ours ? byRun(ours) : null,
    migrationId: ours?.migrationId ?? null,
  };
}

const byRun = ({ migrationId }: LaterWrite) => (migrationId === null ? 'auto_sync' : 'migration');

/** The sources in HubSpot's histories that stand for users, and those for apps and keys. */
const byUsers: ReadonlySet<string> = new Set([
  'CRM_UI',
  'MOBILE_IOS',
  'MOBILE_ANDROID',
  'CRM_UI_BULK_ACTION',
]);
const byApps: ReadonlySet<string> = new Set(['INTEGRATION', 'API']);

function authorOf(
  { author }: ReadDifference,
  ours: LaterWrite | undefined,
): Pick<
  NewDifference,
  'verdict' | 'changedBy' | 'source' | 'sourceDetail' | 'sourceName' | 'migrationId' | 'changedAt'
> {
  if (author && !author.isOurs)
    return {
      verdict: 'changed',
      changedBy: byUsers.has(author.source) ? 'user' : byApps.has(author.source) ? 'app' : 'hubspot',
      source: author.source,
      sourceDetail: author.sourceId,
      sourceName: author.name,
      migrationId: null,
      changedAt: author.at,
    };
  const changedAt = author?.at ?? null;
  if (!ours) return { verdict: 'lost', changedBy: null, migrationId: null, ...noSource, changedAt };
  return {
    verdict: 'changed',
    changedBy: byRun(ours),
    ...noSource,
    migrationId: ours.migrationId,
    changedAt,
  };
}

function partition<Item>(
  items: readonly Item[],
  isFirst: (item: Item) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
