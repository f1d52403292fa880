import { ThunderboltOutlined } from '@ant-design/icons';
import { Button } from '../../../ui/controls/Button.tsx';
import { ClearButton } from '../../../ui/controls/ClearButton.tsx';
import { formatCount } from '../../../ui/text/format.ts';

interface SelectionBarProps {
  readonly count: number;
  readonly onTest: () => void;
  readonly onClear: () => void;
}

/** What can be done with the ticked connections. */
export function SelectionBar({ count, onTest, onClear }: SelectionBarProps) {
  return (
    <div className="selection-bar">
      <span className="numbers" role="status">
        {formatCount(count)} selected
      </span>
      <Button small icon={<ThunderboltOutlined aria-hidden />} disabled={count === 0} onClick={onTest}>
        Test now
      </Button>
      <ClearButton small look="text" disabled={count === 0} onClick={onClear}>
        Clear selection
      </ClearButton>
    </div>
  );
}
