import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { usePhone } from '../../../ui/theme/use-media-query.ts';
import { readLogView, writeLogView } from './log-view.ts';
import { logsPanelId } from './use-scroll-to-logs.ts';

interface LogFold {
  /** Whether it can be folded here. */
  readonly folds: boolean;
  readonly open: boolean;
  readonly toggle: (open: boolean) => void;
}

/** On phones the log is folded until the user opens it, or an address asks for it or for a part of it. */
export function useLogFold(): LogFold {
  const phone = usePhone();
  const { hash, search, key } = useLocation();
  const [opened, setOpened] = useState(false);
  // The navigation key at which the user collapsed it: following a link creates a new key, which opens it again.
  const [foldedAt, setFoldedAt] = useState<string | null>(null);
  if (!opened && foldedAt !== key && asksForLog(hash, search)) setOpened(true);
  return {
    folds: phone,
    open: opened || !phone,
    toggle: (open) => {
      setOpened(open);
      setFoldedAt(open ? null : key);
    },
  };
}

const asksForLog = (hash: string, search: string): boolean =>
  hash === `#${logsPanelId}` ||
  writeLogView(new URLSearchParams(), readLogView(new URLSearchParams(search))).size > 0;
