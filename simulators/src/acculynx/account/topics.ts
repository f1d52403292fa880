export interface Topic {
  readonly topicName: string;
  readonly description: string;
}

/** The 22 live topics (docs/vendors/acculynx.md, 6.2). */
export const TOPICS: readonly Topic[] = Object.entries({
  contact_added: 'A contact was created.',
  contact_changed: 'Any contact detail was modified.',
  'contact.custom-field.value_changed': 'The value of a custom field of a contact changed.',
  'contact.custom-field.status_changed': 'A custom field of contacts was switched on or off.',
  job_created: 'A job was created.',
  job_updated: 'A job, its primary contact or its details changed.',
  'job.milestone.current_changed': 'The current milestone of a job changed.',
  'job.milestone.status.current_changed': 'The custom status of a job changed.',
  'job.contacts.primary_changed': 'The primary contact of a job changed.',
  'job.category_changed': 'The category of a job changed.',
  'job.work-type_changed': 'The work type of a job changed.',
  'job.trade-type_changed': 'The trade types of a job changed.',
  'job.representatives.company_assigned': 'A job got its first company representative.',
  'job.representatives.company_changed': 'The company representative of a job was replaced.',
  'job.appointments.initial_created': 'The initial appointment of a job was made.',
  'job.appointments.initial_updated': 'The initial appointment of a job changed.',
  'job.financials.approved-value_changed': 'The approved value of a job changed.',
  'job.invoice_updated': 'An invoice was modified.',
  'job.invoice_voided': 'An invoice was voided.',
  'job.accounting.integration-status.current_changed': 'The accounting sync state of a job changed.',
  'job.custom-field.value_changed': 'The value of a custom field of a job changed.',
  'job.custom-field.status_changed': 'A custom field of jobs was switched on or off.',
}).map(([topicName, description]) => ({ topicName, description }));

const names: ReadonlySet<string> = new Set(TOPICS.map(({ topicName }) => topicName));

export const isTopic = (name: string): boolean => names.has(name);
