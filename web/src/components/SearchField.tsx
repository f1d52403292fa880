import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { useRef } from 'react';
import { useSlash } from './use-slash.ts';
import './search-field.css';

interface SearchFieldProps {
  /** What is searched, for screen readers. */
  readonly label: string;
  readonly placeholder: string;
  readonly className?: string;
  readonly autoFocus?: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The search of a page or a dialog: `/` leads to it, Escape clears it; a dialog is closed by the next Escape only. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, className, autoFocus = false, value, onChange } = props;
  const input = useRef<InputRef>(null);
  useSlash(() => input.current?.focus());
  return (
    <Input
      ref={input}
      {...(className ? { className } : {})}
      autoFocus={autoFocus}
      prefix={<SearchOutlined aria-hidden />}
      suffix={
        // Always there, so that the text keeps its place; disabled, so that Tab passes it even while it fades.
        <button
          type="button"
          className="search-clear"
          hidden={value === ''}
          disabled={value === ''}
          aria-label="Clear the search"
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <CloseCircleFilled aria-hidden />
        </button>
      }
      placeholder={placeholder}
      aria-label={label}
      aria-keyshortcuts="/"
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (value !== '') event.stopPropagation();
        onChange('');
      }}
    />
  );
}
