import type { UnreadableRecord } from '@ridgeline/acculynx';
import { capitalized, type RecordKind } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { reasonOf } from '../hubspot-io/failure-reason.ts';
import { shortName } from '../hubspot-io/longest-text.ts';

/** A record that cannot be read fails, whatever its kind; the next migration reads it again. */
export function planUnreadable(
  { id: sourceId, name: called, field }: UnreadableRecord,
  type: RecordKind,
): PlannedRecord {
  const { reason, message } = reasonOf('unreadable', type);
  const name = called === null ? `${capitalized(type.noun.one)} ${sourceId}` : shortName(called);
  const about = { sourceId, name, warnings: [], action: 'fail', reason } as const;
  return field === '' ? { ...about, message } : { ...about, message: `${message} (${field})`, field };
}
