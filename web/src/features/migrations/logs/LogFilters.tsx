import { CloseOutlined } from '@ant-design/icons';
import { formatCount } from '../../../components/format.ts';
import { SearchField } from '../../../components/SearchField.tsx';
import { outcomeTexts } from '../outcomes.ts';
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
  readonly onChange: (part: Partial<LogView>) => void;
}

/** Search and level filter of the logs. */
export function LogFilters({ view, counts, onChange }: LogFiltersProps) {
  return (
    <div className="logs-filters">
      <SearchField
        className="logs-search"
        label="Search the logs"
        placeholder="Search message and context"
        value={view.text}
        onChange={(text) => onChange({ text })}
      />
      <div className="logs-levels" role="group" aria-label="Which lines">
        {levels.map(({ level, text }) => (
          <button
            key={level}
            type="button"
            className="logs-level"
            aria-pressed={view.level === level && view.outcome === null}
            onClick={() => onChange({ level })}
          >
            {text} <span className="numbers">{formatCount(counts[level])}</span>
          </button>
        ))}
        {view.outcome ? (
          <button
            type="button"
            className="logs-level"
            aria-pressed
            aria-label={`Only ${outcomeTexts[view.outcome]}; show all lines again`}
            onClick={() => onChange({ level: 'all' })}
          >
            {outcomeTexts[view.outcome]} <CloseOutlined aria-hidden />
          </button>
        ) : null}
      </div>
    </div>
  );
}
