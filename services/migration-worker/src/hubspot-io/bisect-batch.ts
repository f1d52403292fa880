import { isRefusedAsAWhole } from '@ridgeline/hubspot';
import type { TargetAnswer } from './hubspot-target.ts';

/** A part of a batch and what HubSpot said to it. */
export interface Part<Input> {
  readonly inputs: readonly Input[];
  readonly answer: TargetAnswer;
}

/**
 * Sends a batch; when it is refused as a whole (400, 409), its halves, until each culprit stands alone: for one culprit
 * in 100 inputs that is at most 14 more calls (docs/vendors/hubspot.md, 7). With `split` false the refusal stands as it is.
 */
export async function bisectBatch<Input>(
  inputs: readonly Input[],
  send: (inputs: readonly Input[]) => Promise<TargetAnswer>,
  split = true,
): Promise<readonly Part<Input>[]> {
  if (inputs.length === 0) return [];
  const answer = await send(inputs);
  if (!isRefusedAsAWhole(answer) || !split || inputs.length === 1) return [{ inputs, answer }];
  const middle = Math.ceil(inputs.length / 2);
  const left = await bisectBatch(inputs.slice(0, middle), send);
  return [...left, ...(await bisectBatch(inputs.slice(middle), send))];
}
