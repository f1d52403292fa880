import '../../../components/form/select-field.css';

interface FilterProps {
  readonly label: string;
  /** Null where nothing is left out. */
  readonly value: string | null;
  /** An empty text leaves nothing out any more. */
  readonly onChange: (value: string) => void;
}

interface SelectFilterProps extends FilterProps {
  /** What stands there while nothing is left out. */
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** One of several, by the browser's own list. */
export function SelectFilter({ label, all, options, value, onChange }: SelectFilterProps) {
  return (
    <span className="select-field history-select">
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}

interface DayFilterProps extends FilterProps {
  /** Whether it contradicts the other day. */
  readonly wrong: boolean;
}

/** A day, by the browser's own calendar. */
export function DayFilter({ label, value, onChange, wrong }: DayFilterProps) {
  return (
    <label className="history-day">
      {label}
      <input
        type="date"
        aria-invalid={wrong}
        value={value ?? ''}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </label>
  );
}
