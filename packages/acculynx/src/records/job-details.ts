import { z } from 'zod';
import { flag, list, moment, number, optional, optionalId, text } from './lenient.ts';

/**
 * Who represents a job (docs/vendors/acculynx.md, 4.9). `type` is CompanyRepresentative, SalesOwner, AROwner or Additional,
 * in more than one spelling. The assignment's own id changes each time, so people are identified by their user id.
 */
export const jobRepresentativesSchema = z
  .object({
    items: z.array(z.object({ type: text, user: optional(z.object({ id: optionalId })) })),
  })
  .transform(({ items }) => items.map(({ type, user }) => ({ type, userId: user?.id ?? null })));
export type AcculynxJobRepresentative = z.output<typeof jobRepresentativesSchema>[number];

/** What a job is worth, in the company's currency (4.7). */
export const jobFinancialsSchema = z.object({ approvedJobValue: number, balanceDue: number });
export type AcculynxJobFinancials = z.output<typeof jobFinancialsSchema>;

/** A job's insurance (4.8): its company is chosen from a list or entered as text. */
export const jobInsuranceSchema = z
  .object({
    insuranceCompany: optional(z.object({ name: text })),
    insuranceCompanyName: text,
    customInsuranceCompanyName: text,
    /** The docs spell it in both ways. */
    damageLocation: text,
    damagelocation: text,
    dateOfLoss: moment,
    claimFiled: flag,
    claimFiledDate: moment,
    claimNumber: text,
    hasPaperwork: flag,
  })
  .transform(
    ({ insuranceCompany, insuranceCompanyName, customInsuranceCompanyName, damagelocation, ...rest }) => ({
      ...rest,
      companyName: insuranceCompany?.name ?? insuranceCompanyName ?? customInsuranceCompanyName,
      damageLocation: rest.damageLocation ?? damagelocation,
    }),
  );
export type AcculynxJobInsurance = z.output<typeof jobInsuranceSchema>;

/** A job's current milestone, with the status that a custom workflow gives it (4.5); null if none is current. */
export const jobMilestoneSchema = z
  .object({
    statuses: list(
      z.object({ name: text, isCurrent: flag, workflowStatus: optional(z.object({ name: text })) }),
    ),
  })
  .transform(({ statuses }) => {
    const current = statuses.find(({ isCurrent }) => isCurrent);
    return { status: current?.workflowStatus?.name ?? current?.name ?? null };
  });
export type AcculynxJobMilestone = z.output<typeof jobMilestoneSchema>;
