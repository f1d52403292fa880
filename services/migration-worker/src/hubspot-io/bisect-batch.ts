import type { TargetAnswer } from './hubspot-target.ts';

/** A part of a batch and what HubSpot said to it. */
export interface Part<Input> {
  readonly inputs: readonly Input[];
  readonly answer: TargetAnswer;
}

/** A batch that is refused with one of these may hold acceptable inputs; any other refusal is about the call itself. */
const mayBeSplit = new Set([400, 409]);

/**
 * Sends a batch; when it is refused as a whole (400, 409), its halves, until each culprit stands alone: for one culprit
 * in 100 inputs that is at most 14 more calls (vendors/hubspot.md, 7). With `split` false the refusal stands as it is.
 */
export async function bisectBatch<Input>(
  inputs: readonly Input[],
  send: (inputs: readonly Input[]) => Promise<TargetAnswer>,
  split = true,
): Promise<readonly Part<Input>[]> {
  if (inputs.length === 0) return [];
  const answer = await send(inputs);
  const refused = answer.outcome === 'rejected' && mayBeSplit.has(answer.problem.status);
  if (!refused || !split || inputs.length === 1) return [{ inputs, answer }];
  const middle = Math.ceil(inputs.length / 2);
  const left = await bisectBatch(inputs.slice(0, middle), send);
  return [...left, ...(await bisectBatch(inputs.slice(middle), send))];
}
