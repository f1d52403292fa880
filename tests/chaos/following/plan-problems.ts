import type { RecordChanges } from '@ridgeline/contracts';
import { isDeepStrictEqual } from 'node:util';
import type { PortalState } from '../../support/portal-state.ts';
import { isWritten, portalKey } from './record-list.ts';

/** A dry run's plan and the migration that ran it. */
export interface PlanEvidence {
  /** The outcome of each record as the dry run predicted it. */
  readonly shown: readonly RecordChanges[];
  /** Their outcomes as the product reports them. */
  readonly ran: readonly RecordChanges[];
  /** The portal before and after the run of the plan. */
  readonly before: PortalState;
  readonly after: PortalState;
  /** Whether it ran to its end, with nothing changed since the plan was made. */
  readonly isWhole: boolean;
}

const keyOf = ({ kind, sourceId }: RecordChanges): string => `${kind} ${sourceId}`;

/** The effect of a write, by which planned and actual writes are compared. */
const writeOf = ({ outcome, changes }: RecordChanges) => ({
  outcome,
  changes: changes
    .map(({ property, before, after }) => ({ property, before, after }))
    .toSorted((a, b) => (a.property < b.property ? -1 : 1)),
});

/** Whether a write is the planned one minus values that HubSpot rejected and that the record's warnings name. */
function isRest(shown: RecordChanges, written: RecordChanges): boolean {
  const [plan, write] = [writeOf(shown), writeOf(written)];
  const isShown = (change: unknown): boolean => plan.changes.some((one) => isDeepStrictEqual(one, change));
  const warns = written.warnings.length > shown.warnings.length;
  return warns && plan.outcome === write.outcome && write.changes.every(isShown);
}

/** Associations follow their records, and hold no values. */
const isRecord = ({ hubspotId, sourceId }: RecordChanges): boolean =>
  !sourceId.includes('/') && !(hubspotId ?? '').includes('/');

/** Every difference between a plan and what its run wrote, in words. */
export function planProblems({ shown, ran, before, after, isWhole }: PlanEvidence): string[] {
  const plan = new Map(shown.filter(isRecord).map((one) => [keyOf(one), one]));
  const written = ran.filter(isRecord).filter(isWritten);
  const isTold = new Set(ran.filter(isWritten).map(portalKey));
  const silent = Object.keys({ ...before, ...after }).filter(
    (key) => !isTold.has(key) && !isDeepStrictEqual(before[key], after[key]),
  );
  const made = new Set(written.map(keyOf));
  const left = [...plan.values()].filter((one) => isWritten(one) && !made.has(keyOf(one)));
  return [
    ...written.flatMap((one) => {
      const planned = plan.get(keyOf(one));
      if (planned && (isDeepStrictEqual(writeOf(planned), writeOf(one)) || isRest(planned, one))) return [];
      return [
        `${keyOf(one)} was written as ${told(one)}, the plan showed ${planned ? told(planned) : 'nothing'}`,
      ];
    }),
    ...silent.map((key) => `${key} changed, and no record of the run says so`),
    ...(isWhole ? left.map((one) => `${keyOf(one)} was shown and not written`) : []),
  ];
}

const told = (one: RecordChanges): string => JSON.stringify(writeOf(one));
