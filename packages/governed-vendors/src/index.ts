export { reading, type CallSignals } from '@ridgeline/vendor-http';
export { lateReason, refusalReason, refusalText, unreachableReason, type Vendor } from './fault-texts.ts';
export {
  backgroundProfile,
  governedVendor,
  interactiveProfile,
  type CallerParts,
  type GovernedVendor,
  type RetryProfile,
} from './governed-vendor.ts';
export { readConnectionUse, type ConnectionUse } from './connection-use.ts';
export {
  announceSync,
  backgroundVendors,
  checkVendors,
  type GovernedVendors,
  type GovernedVendorsOptions,
} from './governed-vendors.ts';
export { vendorGovernor } from './governor-metrics.ts';
export type { RateLimiter } from './rate-limiter.ts';
export {
  limitReason,
  paceReason,
  silenceReason,
  waitReason,
  type CallWaits,
  type Waiting,
  type WaitReason,
} from './wait-reason.ts';
