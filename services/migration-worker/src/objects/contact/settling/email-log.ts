import type { OutcomeFacts } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { recordEntry, type LogContext, type LogEntry } from '../../../base/log-entry.ts';
import type { Execution } from '../../../plans/execution.ts';

/**
 * The log of a batch that moved e-mails between records: a line for each address that found its record, or did not.
 * `about` is what all its lines have in their context.
 */
export function emailLog({ plan, outcomes }: Execution, about: LogContext): readonly LogEntry[] {
  return plan.records.flatMap((record) => {
    const { sourceId, deferred } = record;
    const outcome = outcomes.get(sourceId);
    if (!outcome || !deferred) return [];
    const { level, message } = told(record, outcome);
    const id = `emails-${String(plan.batch)}-${sourceId}`;
    return recordEntry(id, level, { ...outcome, sourceId, name: deferred.name, message }, about);
  });
}

/** What came of one address, behind the name of its record. */
function told(
  record: PlannedRecord,
  { outcome, message }: OutcomeFacts,
): { level: 'info' | 'warning'; message: string } {
  const email = record.deferred?.value ?? '';
  if (outcome === 'failed') {
    const unwritten = `the email address ${email} was not written`;
    return { level: 'warning', message: message === null ? unwritten : `${message}; ${unwritten}` };
  }
  const [warning] = record.warnings;
  if (warning) return { level: 'warning', message: warning.message };
  const before = record.action === 'update' ? (record.before['email'] ?? '') : '';
  const gaveUp = record.action === 'update' && record.after['email'] === '';
  if (gaveUp)
    return {
      level: 'info',
      message: `${before} goes to the contact that has it in AccuLynx now; ${email} follows`,
    };
  const replaced = before === '' ? '' : `, and loses ${before}`;
  return {
    level: 'info',
    message: `gets the email address ${email} after all: no other HubSpot contact has it${replaced}`,
  };
}
