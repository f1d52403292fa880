import type { Vendor } from '@ridgeline/governed-vendors';

export type { Vendor };

/**
 * Why a run stops early: a user cancelled it, the lease passed to another worker, this process shuts down, other companies
 * wait for its slot, it waits too long for a vendor to keep its slot, or it failed.
 */
export type StopReason = 'cancelled' | 'lost' | 'shutdown' | 'yield' | 'waiting' | 'failed';

/** Whether no worker continues a run that stops for this reason. */
export const endsForGood = (reason: StopReason | null): boolean =>
  reason === 'cancelled' || reason === 'failed';

/** Unwinds a run that must stop. It is the reason of the lease's abort signals. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`The run was stopped: ${reason}`);
    this.reason = reason;
  }
}

/** Whether no worker continues a run that stopped with this error, given its lease's reason to stop. */
export const isFinal = (error: unknown, reason: StopReason | null): boolean =>
  !(error instanceof RunStopped) || endsForGood(reason);

/** What users should do after they have fixed the cause of a failed migration. */
export const thenAgain = ', then start the migration again.';

/** Ends a run as failed. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
  /** The problem and what to do about it, for users. */
  readonly text: string;
  /** The same without the advice to start the migration again: auto-sync retries automatically. */
  readonly problem: string;
  /** The vendor that no longer accepts the connection's credential, if that is the cause. */
  readonly refusedBy: Vendor | null;
  /** Whether the fault is ours: neither the vendors nor the connection's settings can be the cause. */
  readonly isOurs: boolean;

  constructor(
    problem: string,
    {
      refusedBy = null,
      isOurs = false,
      again = '',
      cause,
    }: {
      refusedBy?: Vendor | null;
      isOurs?: boolean;
      /** The advice with which the text ends. */
      again?: string;
      cause?: unknown;
    } = {},
  ) {
    const text = again ? `${problem}${again}` : problem;
    super(text, { cause });
    this.text = text;
    this.problem = again ? `${problem}.` : problem;
    this.refusedBy = refusedBy;
    this.isOurs = isOurs;
  }
}
