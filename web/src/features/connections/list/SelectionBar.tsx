import { ThunderboltOutlined } from '@ant-design/icons';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { ClearButton } from '../../../ui/controls/ClearButton.tsx';
import { formatCount } from '../../../ui/text/format.ts';

interface SelectionBarProps {
  readonly count: number;
  readonly onTest: () => void;
  readonly onClear: () => void;
}

/** What can be done with the ticked connections; nothing while none is. */
export function SelectionBar({ count, onTest, onClear }: SelectionBarProps) {
  return (
    <div className="selection-bar">
      <span className="numbers" role="status">
        {count > 0 ? `${formatCount(count)} selected` : null}
      </span>
      {count > 0 ? (
        <>
          <Button small icon={<ThunderboltOutlined aria-hidden />} onClick={onTest}>
            Test now
          </Button>
          <ClearButton small look="text" onClick={onClear}>
            Clear selection
          </ClearButton>
        </>
      ) : null}
    </div>
  );
}

/** What is ticked. A connection that is gone is not ticked any more. */
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
