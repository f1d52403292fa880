import { useMemo, useState } from 'react';

/** What is ticked. Whoever is gone is not ticked any more. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  readonly toggle: (id: number) => void;
  /** Ticks these, or lets go of them when all of them are ticked. */
  readonly toggleAll: (ids: readonly number[]) => void;
  readonly clear: () => void;
}

export const allTicked = (ids: ReadonlySet<number>, all: readonly number[]): boolean =>
  all.length > 0 && all.every((id) => ids.has(id));

/** The ticked ids after all of these were toggled together. */
export function toggledAll(ids: ReadonlySet<number>, all: readonly number[]): ReadonlySet<number> {
  if (!allTicked(ids, all)) return new Set([...ids, ...all]);
  const gone = new Set(all);
  return new Set([...ids].filter((id) => !gone.has(id)));
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  return useMemo(
    () => ({
      ids,
      toggle: (id) => {
        setIds((now) => toggledAll(now, [id]));
      },
      toggleAll: (all) => {
        setIds((now) => toggledAll(now, all));
      },
      clear: () => {
        setIds(new Set());
      },
    }),
    [ids],
  );
}
