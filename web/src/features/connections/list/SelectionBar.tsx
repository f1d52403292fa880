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

/** The actions for the selected connections; nothing while none is selected. */
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

/** The selected connections. A deleted connection is no longer selected. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  readonly toggle: (id: number) => void;
  /** Selects these, or deselects them if all of them are selected. */
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
