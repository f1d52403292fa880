import { readPage } from '../../../components/pages/page-window.ts';
import { logLevelSchema, outcomeKinds, type LogLevel, type OutcomeKind } from '@ridgeline/contracts';

export type LevelFilter = LogLevel | 'all';

/** Which log lines are shown; kept in the address. Pages count from 1. */
export interface LogView {
  readonly level: LevelFilter;
  /** Only lines about records with this outcome; it and a level exclude each other. */
  readonly outcome: OutcomeKind | null;
  readonly text: string;
  readonly page: number;
  /** The line that a link leads to, by its id: it is marked, and its page is the one that is shown. */
  readonly line: number | null;
}

export const firstView: LogView = { level: 'all', outcome: null, text: '', page: 1, line: null };

/** Reads the view from the address; what is not understood is left out. */
export function readLogView(search: URLSearchParams): LogView {
  const level = logLevelSchema.safeParse(search.get('level'));
  const outcome = outcomeKinds.find((name) => name === search.get('outcome')) ?? null;
  return {
    level: level.success && outcome === null ? level.data : 'all',
    outcome,
    text: search.get('q') ?? '',
    page: readPage(search),
    line: readLine(search),
  };
}

function readLine(search: URLSearchParams): number | null {
  const line = Number(search.get('line'));
  return Number.isSafeInteger(line) && line > 0 ? line : null;
}

/** The address with the view in it; what is as usual is not written, and other parameters stay. */
export function writeLogView(
  search: URLSearchParams,
  { level, outcome, text, page, line }: LogView,
): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | null) => {
    if (value === null) next.delete(name);
    else next.set(name, value);
  };
  put('level', level === 'all' ? null : level);
  put('outcome', outcome);
  put('q', text || null);
  put('page', page === 1 ? null : String(page));
  put('line', line === null ? null : String(line));
  return next;
}
