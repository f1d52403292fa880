import { CalendarOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextInput } from '../../../ui/controls/TextInput.tsx';
import { Popup } from '../../../ui/menu/Popup.tsx';
import { useNow } from '../../../ui/text/Ago.tsx';
import { namedRanges, rangeText, type Days } from './date-range.ts';
import { isBackwards } from './history-view.ts';
import './date-range.css';

interface DateRangeProps {
  readonly range: Days;
  /** The day that changed, or both. */
  readonly onChange: (days: Partial<Days>) => void;
}

const minuteMs = 60_000;

/** Filters by creation date: a button that shows the range and opens the presets and two date fields. */
export function DateRange({ range, onChange }: DateRangeProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const now = useNow(minuteMs);
  const text = rangeText(range, now);
  const { from, to } = range;
  const close = () => {
    setAnchor(null);
  };
  return (
    <>
      <Button
        className="date-range"
        icon={<CalendarOutlined aria-hidden />}
        aria-label={`Created: ${text}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => {
          setAnchor(anchor ? null : currentTarget);
        }}
      >
        {text}
      </Button>
      {anchor ? (
        <Popup anchor={anchor} role="dialog" label="Created" onClose={close}>
          {namedRanges(now).map(({ label, ...named }) => (
            <Button
              key={label}
              look="text"
              block
              className="date-range-choice"
              aria-pressed={label === text}
              onClick={() => {
                onChange(named);
                anchor.focus();
                close();
              }}
            >
              {label}
            </Button>
          ))}
          <hr className="popup-rule" />
          <div className="date-range-days">
            <Day
              label="From"
              value={from}
              wrong={isBackwards(range)}
              onChange={(day) => {
                onChange({ from: day });
              }}
            />
            <Day
              label="To"
              value={to}
              wrong={isBackwards(range)}
              onChange={(day) => {
                onChange({ to: day });
              }}
            />
          </div>
        </Popup>
      ) : null}
    </>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | null;
  /** Whether it contradicts the other day. */
  readonly wrong: boolean;
  readonly onChange: (day: string | null) => void;
}

/** A day, by the browser's own calendar. */
function Day({ label, value, wrong, onChange }: DayProps) {
  return (
    <label>
      {label}
      <TextInput
        type="date"
        aria-invalid={wrong}
        value={value ?? ''}
        onChange={({ target }) => {
          onChange(target.value === '' ? null : target.value);
        }}
      />
    </label>
  );
}
