/** How long leases last, and how workers' slots are shared. */
export interface LeaseRules {
  /** How long a worker may be silent before its run goes to another one. */
  readonly leaseMs: number;
  /** So many runs of one company may be held while runs of other companies wait for a slot. */
  readonly slotsPerCompany: number;
}
