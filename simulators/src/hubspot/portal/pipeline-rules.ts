import { z } from 'zod';
import { invalid } from '../answers/errors.ts';
import type { ObjectType } from './object-types.ts';

const MAX_STAGES = 100;

/** The body that creates a stage; its id may be chosen. */
export const stageInput = z.object({
  stageId: z.string().max(100).optional(),
  label: z.string().min(1),
  displayOrder: z.int().default(0),
  metadata: z.record(z.string(), z.coerce.string()).default({}),
});

/** The body that creates a pipeline. */
export const pipelineInput = z.object({
  pipelineId: z.string().max(36).optional(),
  label: z.string().min(1),
  displayOrder: z.int().default(0),
  stages: z.array(stageInput).default([]),
});

/** The body that changes a pipeline, and the one that changes a stage. */
export const pipelineChange = z.object({
  label: z.string().min(1).exactOptional(),
  displayOrder: z.int().exactOptional(),
});
export const stageChange = pipelineChange.extend({
  metadata: z.record(z.string(), z.coerce.string()).exactOptional(),
});

export type StageInput = z.output<typeof stageInput>;
export type PipelineInput = z.output<typeof pipelineInput>;

/** An id as HubSpot generates them: digits. */
export const newId = (count: number): string => String(30_000_000 + count);

/** Labels are unique regardless of case; the text of the refusal is not known. */
export function checkLabel(label: string, others: readonly { readonly label: string }[]): void {
  const wanted = label.toLowerCase();
  if (others.some((other) => other.label.toLowerCase() === wanted)) invalid(`The label ${label} is taken.`);
}

/** Stages of deals need a probability from 0 to 1; a pipeline has at most a hundred. */
export function checkStage(
  type: ObjectType,
  { label, metadata }: Pick<StageInput, 'label' | 'metadata'>,
  others: readonly { readonly label: string }[],
): void {
  checkLabel(label, others);
  if (others.length >= MAX_STAGES) invalid(`A pipeline can have at most ${MAX_STAGES} stages.`);
  const probability = Number(metadata['probability'] ?? Number.NaN);
  if (type.name === 'deals' && !(probability >= 0 && probability <= 1))
    invalid('metadata.probability must be between 0 and 1.');
}
