import { jobAt } from '../../seed/jobs.ts';
import type { EventSubject } from './event-body.ts';

const ID = '00000000-0000-0000-0000-000000000000';

/** The record of a test event, which does not exist (docs/vendors/acculynx.md, 6.1). */
export function placeholderOf(topicName: string): EventSubject {
  if (topicName.startsWith('contact')) return { kind: 'contact', id: ID };
  const job = { ...jobAt(0, 0, 1), id: ID, jobName: 'Test Job', jobNumber: '', contacts: [] };
  return { kind: 'job', job, before: null };
}
