import { useCallback, useState } from 'react';

/** The ids of expanded items, and a function that expands or collapses one. */
export type OpenIds = readonly [open: ReadonlySet<number>, toggle: (id: number) => void];

export function useOpenIds(): OpenIds {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = useCallback((id: number) => {
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return [open, toggle];
}
