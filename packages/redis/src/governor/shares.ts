import { kindOf, keptWindowMs, type Budget } from './budget.ts';
import { type Caller, type Place, priorities, rankOf, yieldsToSync } from './call-order.ts';
import type { BudgetLog } from './start-log.ts';

/** How long sync has a share of a budget after its last call, or after it was announced. */
export const syncActiveMs = 60_000;
/** While sync is active, a window is spent in this many parts, or in more of this many ms, so that room comes soon. */
export const [minParts, partMs] = [2, 2_000];

/** All background calls together have one of this many parts: 5 % of a key, and 5 calls of 30 of an address. */
const backgroundParts = { own: 20, shared: 6 } as const;

/**
 * Waiting calls come back a few ms late. A late call starts even if a call ahead of it has a place one window later, less
 * this tolerance: otherwise it would wait for a whole window to spare the other one these few ms. In ms, at most a quarter
 * of a window.
 */
export const comesLateMs = 50;

/** A budget as a call finds it. */
export interface Room {
  readonly budget: Budget;
  /** The learned limit, as narrowed. */
  readonly limit: number;
  readonly now: number;
  readonly places: readonly Place[];
  readonly isSyncActive: boolean;
}

/** How long calls are remembered: longer than their window where a share of it is less than one call. */
export const rememberedMs = (limit: number, windowMs: number): number =>
  Math.ceil(windowMs * Math.max(1, 20 / limit));

/**
 * The ways in which a call may start under one budget: all logs of one way must have room. A migration's other way is its
 * fifth: there it goes before waiting syncs, which in turn leave room for as many waiting migrations as are owed. The Lua
 * script `reserve` knows the same ways.
 */
export function waysToStart(
  caller: Caller,
  isAhead: (waiting: Caller) => boolean,
  { budget, limit, now, places, isSyncActive }: Room,
): readonly (readonly BudgetLog[])[] {
  const windowMs = keptWindowMs(budget);
  const kind = kindOf(budget);
  const { priority } = caller;
  // For a limit of one call, a fifth is one in five windows.
  const windows = limit < 2 ? 5 : 1;
  const fifth = Math.ceil((limit * windows) / 5);
  const migrations = places.filter((place) => place.priority === 'migration');
  const isRecent = ({ at }: Place): boolean => at > now - windowMs * windows;
  const unspent = fifth - migrations.filter((place) => place.isGone && isRecent(place)).length;
  const owed = migrations.filter(({ isGone }) => !isGone).slice(0, Math.max(0, unspent));
  const counted = places.filter(
    (place) =>
      place.isGone || isAhead(place) || (priority === 'sync' && kind !== 'pace' && owed.includes(place)),
  );
  const log = (which: (place: Place) => boolean, atMost: number, ms: number): BudgetLog => ({
    starts: counted.filter(which).map(({ at }) => at),
    limit: atMost,
    windowMs: ms,
    forgivenMs: Math.min(comesLateMs, Math.floor(ms / 4)),
  });
  const all = log(() => true, limit, windowMs);
  if (kind === 'pace') return [[all]];

  const kept: BudgetLog[] = [];
  if (priority === 'sync' && migrations.some(({ at }) => at > now - windowMs))
    kept.push(log((it) => it.priority === 'sync', limit * windows - fifth, windowMs * windows));
  if (yieldsToSync(priority) && isSyncActive) {
    const left = limit < 2 ? limit : limit - Math.ceil(limit / 10);
    const parts = Math.max(minParts, Math.floor(windowMs / partMs));
    const others = (place: Place): boolean => place.priority !== 'sync';
    kept.push(log(others, left, windowMs));
    kept.push(log(others, Math.ceil(left / parts), Math.ceil(windowMs / parts)));
  }
  if (priority === 'background') {
    const parts = backgroundParts[kind];
    const calls = Math.ceil(limit / parts);
    const ms = Math.ceil((windowMs * calls * parts) / limit);
    kept.push(log((it) => it.priority === 'background', calls, ms));
  }
  if (priority !== 'migration') return [[all, ...kept]];

  const sync = priorities.indexOf('sync');
  const withoutSyncs = log((it) => it.isGone || rankOf(it, now) !== sync, limit, windowMs);
  const ofMigrations = log((it) => it.priority === 'migration', fifth, windowMs * windows);
  return [
    [all, ...kept],
    [withoutSyncs, ofMigrations, ...kept],
  ];
}
