/** The order in which waiting calls are granted, highest priority first (docs/adr/0076). */
export const priorities = ['people', 'sync', 'migration', 'background'] as const;

/**
 * For whom a call is made: `people`, a user waits for a check; `sync`, auto-sync; `migration`; `background`, sweeps that
 * compare what no event reported.
 */
export type Priority = (typeof priorities)[number];

/** Whether calls of this priority leave a share of each window, and the rest of a vendor's day, to sync and to people. */
export const yieldsToSync = (priority: Priority): boolean =>
  priority === 'migration' || priority === 'background';

/** A call that asks for a place, or has one. */
export interface Caller {
  readonly id: string;
  readonly priority: Priority;
  /** Names whose credential is used, in limits that many share. */
  readonly company: string;
  /** When it first asked, on the store's clock. */
  readonly askedAt: number;
}

/** A call in the log of a budget: it went at that time, or comes back then. */
export interface Place extends Caller {
  readonly at: number;
  readonly isGone: boolean;
}

/** A background call that has waited this long, in ms, is ordered with the migrations: late, but never starved. */
export const agedMs = 30_000;

/** 0 goes first. */
export function rankOf({ priority, askedAt }: Pick<Caller, 'priority' | 'askedAt'>, now: number): number {
  const isAged = priority === 'background' && now - askedAt >= agedMs;
  return priorities.indexOf(isAged ? 'migration' : priority);
}

const byAsking = (one: Caller, other: Caller): number =>
  one.askedAt - other.askedAt || (one.id < other.id ? -1 : 1);

/**
 * Returns whether a waiting call goes before `caller`: by rank; within a rank, first the company with fewer calls in the
 * window of the limit that companies share, then the caller that asked first. A caller that asks for the first time follows
 * all of its equals. The Lua script `reserve` orders in the same way.
 */
export function orderOf(
  caller: Caller,
  isFirst: boolean,
  now: number,
  shared: readonly Place[],
): (waiting: Caller) => boolean {
  const turns = new Map<string, number>();
  const calls = new Map<string, number>();
  const count = (rank: number, { id, company }: Caller): void => {
    const lane = `${String(rank)} ${company}`;
    const turn = calls.get(lane) ?? 0;
    turns.set(id, turn);
    calls.set(lane, turn + 1);
  };
  for (const gone of shared) if (gone.isGone) count(priorities.indexOf(gone.priority), gone);
  const waiting: Caller[] = shared.filter(({ isGone }) => !isGone);
  const inOrder = isFirst ? [...waiting.toSorted(byAsking), caller] : [...waiting, caller].toSorted(byAsking);
  for (const each of inOrder) count(rankOf(each, now), each);

  const rank = rankOf(caller, now);
  const turn = turns.get(caller.id) ?? 0;
  return (other) => {
    const ranks = rankOf(other, now) - rank;
    const order = ranks || (turns.get(other.id) ?? 0) - turn;
    return order === 0 ? isFirst || byAsking(other, caller) < 0 : order < 0;
  };
}
