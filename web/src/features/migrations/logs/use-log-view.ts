import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readLogView, writeLogView, type LogView } from './log-view.ts';

/** Typing settles for this long before it is written to the address. */
const settleMs = 250;

interface LogViewState {
  readonly view: LogView;
  /** Changes a part of the view; any change but of the page leads back to the first page. */
  readonly change: (part: Partial<LogView>) => void;
}

/** The view of the logs, kept in the address; typed text appears at once and reaches the address when typing pauses. */
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
