import { z } from 'zod';

const order = z.number().catch(Infinity);
const byOrder = (a: { displayOrder: number }, b: { displayOrder: number }): number =>
  a.displayOrder === b.displayOrder ? 0 : a.displayOrder - b.displayOrder;

const stageSchema = z.object({
  /** A deal's `dealstage` accepts it only exactly as it is spelled. */
  id: z.string().min(1),
  label: z.string().catch(''),
  displayOrder: order,
  archived: z.boolean().catch(false),
  metadata: z.object({ isClosed: z.string().catch('false') }).catch({ isClosed: 'false' }),
});

const pipelineSchema = z.object({
  id: z.string().min(1),
  label: z.string().catch(''),
  displayOrder: order,
  archived: z.boolean().catch(false),
  stages: z.array(stageSchema).catch([]),
});

/**
 * All pipelines of deals with their stages, both in the order in which people see them; HubSpot answers them in any
 * (docs/vendors/hubspot.md, 11). Archived ones take no deals and are left out.
 */
export const pipelinesSchema = z.object({ results: z.array(pipelineSchema) }).transform(({ results }) =>
  results
    .filter(({ archived }) => !archived)
    .toSorted(byOrder)
    .map(({ id, label, stages }) => ({
      id,
      label,
      stages: stages
        .filter(({ archived }) => !archived)
        .toSorted(byOrder)
        .map(({ id, label, metadata }) => ({ id, label, isClosed: metadata.isClosed === 'true' })),
    })),
);

export type DealPipeline = z.output<typeof pipelinesSchema>[number];
export type DealStage = DealPipeline['stages'][number];
