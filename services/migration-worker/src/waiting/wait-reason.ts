import type { WaitReason } from '@ridgeline/governed-vendors';

export { limitReason, type WaitReason } from '@ridgeline/governed-vendors';

/** While results that were reported are not counted yet. */
export const countingReason: WaitReason = {
  vendor: null,
  text: 'Waiting until the results so far are counted',
  begun: 'Waiting: the results so far are not counted yet.',
  over: 'The results so far are counted',
  tellAfterMs: 1_000,
};
