import { WarningOutlined } from '@ant-design/icons';
import { Button } from '../../../ui/controls/Button.tsx';
import { formatCount } from '../../../ui/text/format.ts';

interface ListFigureProps {
  readonly label: string;
  readonly count: number;
  /** Whether a number above zero is a reason to look. */
  readonly alarming?: boolean;
  /** Of its list while that is shown; else null. */
  readonly listId: string | null;
  readonly onToggle: () => void;
}

/** A number that opens its list; none has nothing to open. */
export function ListFigure({ label, count, alarming = false, listId, onToggle }: ListFigureProps) {
  if (count === 0 && listId === null) return '0';
  const isAlarm = alarming && count > 0;
  return (
    <Button
      look="link"
      small
      className={isAlarm ? 'sync-figure sync-figure-missed' : 'sync-figure'}
      icon={isAlarm ? <WarningOutlined aria-hidden /> : null}
      aria-expanded={listId !== null}
      {...(listId === null ? {} : { 'aria-controls': listId })}
      aria-label={`${label}: ${formatCount(count)}`}
      onClick={onToggle}
    >
      {formatCount(count)}
    </Button>
  );
}
