import { isRefusedAsAWhole } from '@ridgeline/hubspot';
import type { TargetAnswer } from './hubspot-target.ts';

/** A part of a batch, and HubSpot's answer. */
export interface Part<Input> {
  readonly inputs: readonly Input[];
  readonly answer: TargetAnswer;
}

/**
 * Sends a batch. If it is rejected as a whole (400, 409), its halves are sent, until each culprit is isolated: for one
 * culprit in 100 inputs that takes at most 14 more calls (docs/vendors/hubspot.md, 7). With `split` false the rejection is
 * returned.
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
