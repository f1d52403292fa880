import { useCallback, useState } from 'react';

/** Some of a list that are open, by their ids, and what opens or folds one. */
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
