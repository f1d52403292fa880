import type { SelectHTMLAttributes } from 'react';
import './select.css';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
}

/** One of several, by the browser's own list, which every keyboard, phone and screen reader knows. */
export function Select({ options, onChange, className = '', ...rest }: SelectProps) {
  return (
    <span className={`select ${className}`}>
      <select
        {...rest}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}

interface SelectFilterProps {
  readonly label: string;
  readonly className?: string;
  /** The text shown while there is no filter. */
  readonly all: string;
  readonly options: readonly SelectOption[];
  /** Null if there is no filter. */
  readonly value: string | null;
  /** An empty text removes the filter. */
  readonly onChange: (value: string) => void;
}

/** A select that narrows a list down. */
export function SelectFilter({ label, className = '', all, options, value, onChange }: SelectFilterProps) {
  return (
    <Select
      className={className}
      aria-label={label}
      value={value ?? ''}
      options={[{ value: '', label: all }, ...options]}
      onChange={onChange}
    />
  );
}
