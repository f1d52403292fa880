import { z } from 'zod';
import { contextValues, problemOf, readErrorBody, type HubspotProblem } from '../hubspot-problem.ts';

/**
 * HubSpot accepts this many pairs in a call that associates, and this many records in one that reads
 * (docs/vendors/hubspot.md, 10).
 */
export const associationWriteLimit = 2_000;
export const associationReadLimit = 1_000;

/** A kind of association in one direction: HubSpot's own, or a label of the portal. */
export interface AssociationType {
  readonly category: 'HUBSPOT_DEFINED' | 'USER_DEFINED' | 'INTEGRATOR_DEFINED';
  readonly typeId: number;
}

/** The unlabeled association of a deal with a contact; the other direction is 4. */
export const dealToContact: AssociationType = { category: 'HUBSPOT_DEFINED', typeId: 3 };

/** Two records by their HubSpot ids. */
export interface AssociatedPair {
  readonly from: string;
  readonly to: string;
}

export interface LabelledPair extends AssociatedPair {
  readonly types: readonly AssociationType[];
}

/** The result of associating. Each pair that was sent is in exactly one of the first three. */
export interface AssociationAnswer {
  readonly made: readonly AssociatedPair[];
  readonly failed: readonly { readonly pair: AssociatedPair; readonly problem: HubspotProblem }[];
  /** Neither created nor named by a problem: associate again, which is harmless, or read them back. */
  readonly unknown: readonly AssociatedPair[];
  /** Problems that name no id. */
  readonly unattributed: readonly HubspotProblem[];
}

const id = z.union([z.string(), z.number()]).transform(String);

/** `associate/default` answers `{from, to}`, `create` the ids of both; what is neither is left out. */
const pairSchema = z.union([
  z
    .object({ from: z.object({ id }), to: z.object({ id }) })
    .transform(({ from, to }) => `${from.id}>${to.id}`),
  z
    .object({ fromObjectId: id, toObjectId: id })
    .transform(({ fromObjectId, toObjectId }) => `${fromObjectId}>${toObjectId}`),
]);

const entries = z.array(z.unknown()).nullish().catch(null);
/** The body of a 200, 201 or 207: each may carry problems. */
const bodySchema = z
  .object({ results: entries, errors: entries })
  .transform(({ results, errors }) => ({ results: results ?? [], errors: errors ?? [] }));

/** Reads the answer to associating these pairs. Problems name the affected ids in `context.id`, or have only a text. */
export const associationAnswer = (pairs: readonly AssociatedPair[]) =>
  bodySchema.transform(({ results, errors }): AssociationAnswer => {
    const done = new Set(results.map((entry) => pairSchema.safeParse(entry).data));
    const problems = errors.map((entry) => {
      const body = readErrorBody(entry);
      return {
        problem: problemOf(207, entry),
        ids: new Set([...contextValues(body, 'id'), ...contextValues(body, 'ids')]),
      };
    });
    const sorted = pairs.map(({ from, to }) => {
      const failure = problems.find(({ ids }) => ids.has(from) || ids.has(to));
      return { pair: { from, to }, isMade: done.has(`${from}>${to}`), problem: failure?.problem };
    });
    return {
      made: sorted.flatMap(({ pair, isMade }) => (isMade ? [pair] : [])),
      failed: sorted.flatMap(({ pair, isMade, problem }) => (problem && !isMade ? [{ pair, problem }] : [])),
      unknown: sorted.flatMap(({ pair, isMade, problem }) => (problem || isMade ? [] : [pair])),
      unattributed: problems.flatMap(({ problem, ids }) => (ids.size === 0 ? [problem] : [])),
    };
  });

const typeSchema = z.object({
  category: z.string().catch(''),
  typeId: z.number(),
  label: z
    .string()
    .nullish()
    .catch(null)
    .transform((label) => label ?? null),
});

/** The association types between two kinds of records; unlabeled ones have no label. */
export const associationTypesSchema = z
  .object({ results: z.array(typeSchema) })
  .transform(({ results }) => results);
export type NamedAssociationType = z.output<typeof typeSchema>;

const associatedSchema = z
  .object({ toObjectId: id, associationTypes: z.array(typeSchema).catch([]) })
  .transform(({ toObjectId, associationTypes }) => ({ to: toObjectId, types: associationTypes }));

const recordSchema = z
  .object({
    from: z.object({ id }),
    to: z.array(associatedSchema).catch([]),
    paging: z
      .object({ next: z.object({ after: id }) })
      .nullish()
      .catch(null),
  })
  .transform(({ from, to, paging }) => ({
    from: from.id,
    associated: to,
    after: paging?.next.after ?? null,
  }));

/** What records are associated with; `after` is where a record's next page begins. One without any may be missing. */
export const associationsReadSchema = bodySchema.transform(({ results, errors }) => ({
  results: results.flatMap((entry) => recordSchema.safeParse(entry).data ?? []),
  problems: errors.map((entry) => problemOf(207, entry)),
}));
export type AssociationsRead = z.output<typeof associationsReadSchema>;
