import {
  logLevelSchema,
  outcomeKinds,
  type LogLevel,
  type MigrationLog,
  type OutcomeKind,
} from '@ridgeline/contracts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
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
  /** The id of the entry that a link leads to: it is highlighted, and its page is shown. */
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

/** Reads the view from the URL; invalid parameters are ignored and listed. */
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

/**
 * The entries up to the newest at the moment the user stopped following (null: still following), newest first, and how many
 * have arrived since.
 */
export function heldLines(
  logs: readonly MigrationLog[],
  newest: number | null,
): { readonly logs: readonly MigrationLog[]; readonly newer: number } {
  const place = newest === null ? 0 : logs.findIndex(({ id }) => id === newest);
  // If newer entries have pushed that entry out of the list, there is no position left to hold.
  return place > 0 ? { logs: logs.slice(place), newer: place } : { logs, newer: 0 };
}

/** Typing settles for this long before it is written to the address. */
const settleMs = 250;

interface LogViewState {
  readonly view: LogView;
  /** Changes a part of the view; any change but of the page leads back to the first page. */
  readonly change: (part: Partial<LogView>) => void;
}

/** The view of the logs, kept in the address; typed text appears immediately and reaches the address when typing pauses. */
export function useLogView(): LogViewState {
  const [search, setSearch] = useSearchParams();
  const inUrl = readLogView(search);
  const [typed, setTyped] = useState<string | null>(null);

  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      setSearch((now) => writeLogView(now, { ...readLogView(now), text: typed, page: 1, line: null }), {
        replace: true,
        preventScrollReset: true,
      });
      setTyped(null);
    }, settleMs);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, setSearch]);

  return {
    view: typed === null ? inUrl : { ...inUrl, text: typed, page: 1, line: null },
    change: ({ text, ...rest }) => {
      if (text !== undefined) setTyped(text);
      if (Object.keys(rest).length === 0) return;
      const without = rest.level === undefined ? {} : { outcome: null };
      setSearch(
        (now) => writeLogView(now, { ...readLogView(now), ...without, page: 1, line: null, ...rest }),
        {
          replace: true,
          preventScrollReset: true,
        },
      );
    },
  };
}
