export * from './acculynx-client.ts';
export * from './acculynx-outcome.ts';
export type { AcculynxChoice } from './records/settings.ts';
export type { CompanySettings } from './records/settings.ts';
export * from './records/contact.ts';
export * from './records/job.ts';
export type {
  AcculynxJobFinancials,
  AcculynxJobInsurance,
  AcculynxJobMilestone,
  AcculynxJobRepresentative,
} from './records/job-details.ts';
export * from './records/jobs-query.ts';
export type { AcculynxAddress } from './records/lenient.ts';
export * from './acculynx-client.ts';
export { dayAfter } from './job-lists/days.ts';
export type { FetchJobs } from './job-lists/job-lists.ts';
export { jobsCursorSchema, type JobsCursor } from './job-lists/jobs-cursor.ts';
export type { JobsSummary } from './job-lists/jobs-progress.ts';
export * from './job-lists/read-jobs.ts';
export * from './reading/list-page.ts';
export * from './reading/read-list.ts';
export * from './reading/reading-cursor.ts';
export type { AcculynxLeadSource, AcculynxUser, AcculynxWorkflowMilestone } from './records/settings.ts';
export { isMadeUpId, UnreadableRecord } from './records/unreadable-record.ts';
export type { ReadRecord } from './reading/pass-notes.ts';
export type { AcculynxSubscription } from './records/subscription.ts';
export type { NewSubscription, SubscriptionChange } from './subscription-calls.ts';
