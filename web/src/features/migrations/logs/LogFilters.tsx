import { CloseOutlined } from '@ant-design/icons';
import { Button } from '../../../ui/controls/Button.tsx';
import { searchOf, useFocusFallback } from '../../../ui/controls/keyboard-focus.ts';
import { SearchField } from '../../../ui/controls/SearchField.tsx';
import { formatCount } from '../../../ui/text/format.ts';
import { wordsOfOutcome } from '../outcomes.ts';
import type { Purpose } from '../../summary/purpose.ts';
import type { LevelFilter, LogView } from './log-view.ts';

const levels: readonly { readonly level: LevelFilter; readonly text: string }[] = [
  { level: 'all', text: 'All' },
  { level: 'info', text: 'Info' },
  { level: 'success', text: 'Success' },
  { level: 'warning', text: 'Warning' },
  { level: 'error', text: 'Error' },
];

interface LogFiltersProps {
  readonly view: LogView;
  readonly counts: Readonly<Record<LevelFilter, number>>;
  readonly purpose: Purpose;
  readonly onChange: (part: Partial<LogView>) => void;
}

/** Search and level filter of the logs. */
export function LogFilters({ view, counts, purpose, onChange }: LogFiltersProps) {
  return (
    <div className="logs-filters">
      <SearchField
        className="logs-search"
        label="Search the logs"
        placeholder="Search message and context"
        value={view.text}
        onChange={(text) => onChange({ text })}
      />
      <div className="logs-levels" role="group" aria-label="Level">
        {levels.map(({ level, text }) => (
          <Button
            key={level}
            look="pill"
            aria-pressed={view.level === level && view.outcome === null}
            onClick={() => onChange({ level })}
          >
            {text} <span className="numbers">{formatCount(counts[level])}</span>
          </Button>
        ))}
        {view.outcome ? (
          <OutcomeFilter
            text={wordsOfOutcome(view.outcome, purpose).text}
            onClear={() => onChange({ level: 'all' })}
          />
        ) : null}
      </div>
    </div>
  );
}

interface OutcomeFilterProps {
  /** The label of the outcome's records. */
  readonly text: string;
  readonly onClear: () => void;
}

/** Shows that a link has filtered the log by outcome; pressing it removes the filter. */
function OutcomeFilter({ text, onClear }: OutcomeFilterProps) {
  const button = useFocusFallback<HTMLButtonElement>(searchOf);
  return (
    <Button
      ref={button}
      look="pill"
      aria-pressed
      aria-label={`Only ${text}; show all entries again`}
      onClick={onClear}
    >
      {text} <CloseOutlined aria-hidden />
    </Button>
  );
}

interface LogFollowProps {
  readonly following: boolean;
  /** The number of entries that arrived since the user stopped following. */
  readonly newer: number;
  readonly onChange: (follow: boolean) => void;
}

/** Whether new entries appear automatically or wait until requested, so that nothing moves while the user reads. */
export function LogFollow({ following, newer, onChange }: LogFollowProps) {
  return (
    <Button
      look="pill"
      className="logs-follow"
      aria-pressed={following}
      onClick={() => {
        onChange(!following);
      }}
    >
      Follow {newer > 0 ? <span className="numbers">{formatCount(newer)} new</span> : null}
    </Button>
  );
}
