import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './Button.tsx';
import { TextInput } from './TextInput.tsx';
import './search-field.css';

interface SearchFieldProps {
  /** What is searched, for screen readers. */
  readonly label: string;
  readonly placeholder: string;
  readonly className?: string;
  readonly autoFocus?: boolean;
  /** Whether `/` focuses it; for at most one search per page. */
  readonly slash?: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The search of a page, a panel or a dialog: `/` leads to it, Escape clears it; a dialog is closed by the next Escape only. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, className, autoFocus = false, slash = true, value, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  useSlash(() => input.current?.focus(), slash);
  return (
    <TextInput
      ref={input}
      {...(className ? { className } : {})}
      autoFocus={autoFocus}
      prefix={<SearchOutlined aria-hidden />}
      suffix={
        // Always there, so that the text keeps its place; disabled, so that Tab passes it even while it fades.
        <Button
          look="icon"
          icon={<CloseCircleFilled aria-hidden />}
          className="search-clear"
          hidden={value === ''}
          disabled={value === ''}
          aria-label="Clear the search"
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        />
      }
      placeholder={placeholder}
      aria-label={label}
      {...(slash ? { 'aria-keyshortcuts': '/' } : {})}
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

const typingIn = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Does something when `/` is pressed outside of a field: by convention, it focuses the search. */
function useSlash(onSlash: () => void, listens: boolean): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typingIn(event.target)) return;
    event.preventDefault();
    onSlash();
  });
  useEffect(() => {
    if (!listens) return;
    const listener = (event: KeyboardEvent) => {
      pressed(event);
    };
    document.addEventListener('keydown', listener);
    return () => {
      document.removeEventListener('keydown', listener);
    };
  }, [listens]);
}
