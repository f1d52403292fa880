import type { Contact } from '../seed/contacts.ts';
import type { Job } from '../seed/job.ts';

/**
 * The number of a record's last numbered change, which grows by one with each: the suffix `~<n>` of a contact's cross
 * reference and of a job's name. Both fields are copied to HubSpot, so a value there shows which change it comes from.
 */
export const changeNumber = (text: string | null): number => Number(/~(\d+)$/.exec(text ?? '')?.[1] ?? 0);

const numbered = (text: string, number: number): string => `${text.replace(/~\d+$/, '')}~${number}`;

export const numberedContact = ({ crossReference }: Contact): Pick<Contact, 'crossReference'> => ({
  crossReference: numbered(crossReference ?? '', changeNumber(crossReference) + 1),
});

export const numberedJob = ({ jobName }: Job): Pick<Job, 'jobName'> => ({
  jobName: numbered(changeNumber(jobName) === 0 ? `${jobName} ` : jobName, changeNumber(jobName) + 1),
});
