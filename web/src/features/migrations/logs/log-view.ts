import { logLevelSchema, outcomeKinds, type LogLevel, type OutcomeKind } from '@ridgeline/contracts';
import { z } from 'zod';
import { positiveParameter, readParameters } from '../../../ui/page/IgnoredParameters.tsx';

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
  /** The names of the address' parameters that say nothing here. */
  readonly ignored: readonly string[];
}

export const firstView: LogView = { level: 'all', outcome: null, text: '', page: 1, line: null, ignored: [] };

const parameters = {
  level: z.enum(logLevelSchema.options),
  outcome: z.enum(outcomeKinds),
  page: positiveParameter,
  line: positiveParameter,
};

/** Reads the view from the address. What is not understood is left out, and named. */
export function readLogView(search: URLSearchParams): LogView {
  const { values, ignored } = readParameters(search, parameters);
  const { level, outcome, page, line } = values;
  return {
    level: outcome === null && level ? level : 'all',
    outcome,
    text: search.get('q') ?? '',
    page: page ?? 1,
    line,
    ignored,
  };
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
