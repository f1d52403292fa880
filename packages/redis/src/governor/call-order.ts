/** The order in which waiting calls get their places, the first of them first (docs/adr/0076). */
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
  /** When it asked for the first time, on the store's clock. */
  readonly askedAt: number;
}

/** A call in the log of a budget: gone at that time, or told to come back then. */
export interface Place extends Caller {
  readonly at: number;
  readonly isGone: boolean;
}

/** A background call that has waited for so long, in ms, is ordered with the migrations: it is late, but never forgotten. */
export const agedMs = 30_000;

/** 0 goes first. */
export function rankOf({ priority, askedAt }: Pick<Caller, 'priority' | 'askedAt'>, now: number): number {
  const isAged = priority === 'background' && now - askedAt >= agedMs;
  return priorities.indexOf(isAged ? 'migration' : priority);
}

const byAsking = (one: Caller, other: Caller): number =>
  one.askedAt - other.askedAt || (one.id < other.id ? -1 : 1);

/**
 * Answers whether a waiting call goes before `caller`: by rank; in one rank, the company goes first that has had fewer calls of
 * it in the window of the limit that companies share; then who asked first. The first time a caller comes after all
 * that are equal to it. The Lua script `reserve` orders in the same way.
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
