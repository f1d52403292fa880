import { readPage } from '../../../components/pages/page-window.ts';
import { logLevelSchema, type LogLevel } from '@ridgeline/contracts';

export type LevelFilter = LogLevel | 'all';

/** Which log lines are shown; kept in the address. Pages count from 1. */
export interface LogView {
  readonly level: LevelFilter;
  readonly text: string;
  readonly page: number;
}

export const firstView: LogView = { level: 'all', text: '', page: 1 };

/** Reads the view from the address; what is not understood is left out. */
export function readLogView(search: URLSearchParams): LogView {
  const level = logLevelSchema.safeParse(search.get('level'));
  return {
    level: level.success ? level.data : 'all',
    text: search.get('q') ?? '',
    page: readPage(search),
  };
}

/** The address with the view in it; what is as usual is not written, and other parameters stay. */
export function writeLogView(search: URLSearchParams, { level, text, page }: LogView): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | null) => {
    if (value === null) next.delete(name);
    else next.set(name, value);
  };
  put('level', level === 'all' ? null : level);
  put('q', text || null);
  put('page', page === 1 ? null : String(page));
  return next;
}
