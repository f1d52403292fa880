import type { EventEnvelope, Subject } from '@ridgeline/events';

/**
 * Whether an event's key, envelope and value agree on whom it tells of; why not, or null when they do. A producer of
 * ours makes all three from the same row, so an event that contradicts itself was made by nobody of ours.
 */
export function contradiction(
  key: string,
  { companyId }: Pick<EventEnvelope, 'companyId'>,
  subject: Subject | null,
): string | null {
  if (subject === null) return null;
  if (subject.companyId !== null && subject.companyId !== companyId)
    return "The value is of another company than the event's envelope";
  if (subject.id !== null && subject.id < 1) return 'The value names an id that cannot exist';
  const expected = subject.id === null ? companyId : String(subject.id);
  return key === expected ? null : 'The key is not that of what the value tells of';
}
