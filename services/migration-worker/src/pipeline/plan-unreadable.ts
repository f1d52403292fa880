import type { UnreadableRecord } from '@ridgeline/acculynx';
import { capitalized, type RecordKind } from '@ridgeline/contracts';
import { reasonOf } from '../hubspot-io/failure-reason.ts';
import { shortName } from '../hubspot-io/longest-text.ts';
import type { PlannedRecord } from '../plans/planned-record.ts';

/** A record that cannot be read fails, whatever its kind; the next migration reads it again. */
export function planUnreadable({ id, name, field }: UnreadableRecord, type: RecordKind): PlannedRecord {
  const { reason, words } = reasonOf('unreadable', type);
  const called = name === null ? `${capitalized(type.noun.one)} ${id}` : shortName(name);
  const message = `${called}: ${words}${field === '' ? '' : ` (${field})`}`;
  return { sourceId: id, warnings: [], action: 'fail', reason, message };
}
