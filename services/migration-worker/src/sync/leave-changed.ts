import {
  isCreate,
  isUpdate,
  type DueRecord,
  type PlannedCreate,
  type PlannedRecord,
  type PlannedUpdate,
} from '@ridgeline/contracts/internal';
import { omit } from '../base/collections.ts';
import { plannedChange } from '../hubspot-io/differences.ts';
import type { ValueForm } from '../hubspot-io/written-marks.ts';
import { isOthersChange, type Author, type LastAuthors } from '../hubspot-io/written-by-us.ts';
import { joinMarks, marksOf } from '../hubspot-io/written-marks.ts';
import type { ReviewPlan } from '../pipeline/batch-planner.ts';

/*
 * Plans of records that are due because HubSpot does not have what was written (ADR 78). As long as the source still has the
 * written state, only values that no one changed are written again:
 *
 *   update ─> without the values that others have changed; unchanged if none is left
 *   create ─> unchanged: the record was deleted in HubSpot since it was compared
 *   any other plan, and a record whose source has changed since then, as planned
 */

type CheckedRecord = DueRecord & { readonly check: NonNullable<DueRecord['check']> };

/** The review of a round's plans of its own kind; undefined where none of its records was compared with HubSpot. */
export function leaveChanged(
  due: readonly DueRecord[],
  {
    kind: dueKind,
    form,
    authorsOf,
  }: { readonly kind: string; readonly form: ValueForm; readonly authorsOf: LastAuthors },
): ReviewPlan | undefined {
  const checked = new Map(
    due.flatMap((record): [string, CheckedRecord][] =>
      record.check ? [[record.sourceId, { ...record, check: record.check }]] : [],
    ),
  );
  if (checked.size === 0) return undefined;
  const checkOf = ({ sourceId, digest }: PlannedRecord): CheckedRecord | null => {
    const record = checked.get(sourceId);
    return record?.check.digest === digest ? (record ?? null) : null;
  };
  return async (records, kind) => {
    if (kind !== dueKind) return records;
    const updates = records.filter(isUpdate).filter(checkOf);
    const authors = await authorsOf(
      new Map(updates.map(({ hubspotId, after }) => [hubspotId, new Set(Object.keys(after))])),
    );
    return records.map((record) => {
      const known = checkOf(record);
      if (known?.hubspotId != null && isCreate(record)) return notCreatedAgain(record, known.hubspotId);
      if (!known || !isUpdate(record)) return record;
      return withoutTheirs(record, known.check.writtenAt, authors.get(record.hubspotId), form);
    });
  };
}

function withoutTheirs(
  record: PlannedUpdate,
  writtenAt: string,
  authors: ReadonlyMap<string, Author> = new Map(),
  form: ValueForm,
): PlannedRecord {
  const theirs = Object.keys(record.after).filter((name) => isOthersChange(authors.get(name), writtenAt));
  if (theirs.length === 0) return record;
  const { hubspotId, before, after, held, ...about } = record;
  // The marks of what was written are kept, so that the record still differs.
  const left = Object.fromEntries(theirs.map((name) => [name, after[name] ?? '']));
  const marks = Buffer.from(marksOf(left, form)).toString('base64');
  const warnings = about.warnings.filter(({ field }) => field === undefined || !theirs.includes(field));
  return plannedChange({ ...about, warnings }, hubspotId, {
    before: omit(before, ...theirs),
    after: omit(after, ...theirs),
    held: joinMarks(held ?? '', marks),
  });
}

function notCreatedAgain(record: PlannedCreate, hubspotId: string): PlannedRecord {
  const { sourceId, name, digest } = record;
  const about = { sourceId, name, warnings: [], ...(digest === undefined ? {} : { digest }) };
  return plannedChange(about, hubspotId, { before: {}, after: {} });
}
