import { logEntry, type LogContext, type LogEntry } from '../../base/log-entry.ts';
import type { Execution, Outcome } from '../../plans/execution.ts';
import type { PlannedRecord } from '../../plans/planned-record.ts';

/**
 * The log of a batch that moved e-mails between records: a line for each address that found its record, or did not.
 * `about` is what all its lines have in their context.
 */
export function emailLog({ plan, outcomes }: Execution, about: LogContext): readonly LogEntry[] {
  return plan.records.flatMap((record) => {
    const outcome = outcomes.get(record.sourceId);
    const told = outcome && record.deferred ? tell(record, outcome) : null;
    if (!told) return [];
    const { sourceId } = record;
    const id = `emails-${String(plan.batch)}-${sourceId}`;
    return logEntry(id, told.level, told.message, { ...about, sourceId, reason: outcome?.reason });
  });
}

function tell(
  record: PlannedRecord,
  { kind, message }: Outcome,
): { level: 'info' | 'warning'; message: string } | null {
  const { name = '', value: email = '' } = record.deferred ?? {};
  if (kind === 'failed')
    return { level: 'warning', message: `${message ?? name}; the email address ${email} was not written` };
  const [warning] = record.warnings;
  if (warning) return { level: 'warning', message: warning.message };
  const gaveUp = record.action === 'update' && record.after['email'] === '';
  if (gaveUp)
    return {
      level: 'info',
      message: `${name}: ${record.before['email'] ?? ''} goes to the contact that has it in AccuLynx now; ${email} follows`,
    };
  const before = record.action === 'update' ? (record.before['email'] ?? '') : '';
  const replaced = before === '' ? '' : `, and loses ${before}`;
  return {
    level: 'info',
    message: `${name} gets the email address ${email} after all: no other HubSpot contact has it${replaced}`,
  };
}
