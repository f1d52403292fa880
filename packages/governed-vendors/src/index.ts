export { reading, type CallSignals } from './call-signals.ts';
export type { CallWaits, Waiting } from './call-waits.ts';
export {
  governedCalls,
  type CallGuard,
  type CallerParts,
  type GovernedCalls,
  type GovernedCallsOptions,
} from './governed-calls.ts';
export {
  backgroundVendors,
  checkVendors,
  type GovernedVendor,
  type GovernedVendors,
  type GovernedVendorsOptions,
} from './governed-vendors.ts';
export type { Pace } from './pace.ts';
export { backgroundPatience, interactivePatience, type Patience } from './patience.ts';
export { refusalReason, refusalText } from './refusal-text.ts';
export { lateReason, unreachableReason } from './unreachable-reason.ts';
export type { Vendor } from './vendor.ts';
export { limitReason, paceReason, silenceReason, waitReason, type WaitReason } from './wait-reason.ts';
