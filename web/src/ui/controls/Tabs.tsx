import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import './tabs.css';

interface TabsProps<Name extends string> {
  /** What is chosen by them, for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly text: string }[];
  readonly current: Name;
  readonly onChange: (name: Name) => void;
  /** The content of the current tab. */
  readonly children: ReactNode;
}

/**
 * Tabs following the ARIA pattern: arrow keys, Home and End move between them, and together they are one Tab stop. Our own,
 * because the sign-in page uses them: antd's would double its code for overflow menus and ink bars that a few fixed tabs do
 * not need (ADR 73).
 */
export function Tabs<Name extends string>({ label, tabs, current, onChange, children }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const names = tabs.map(({ name }) => name);
    const next = nextTab(names, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <>
      <div ref={list} className="tabs" role="tablist" aria-label={label}>
        {tabs.map(({ name, text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            data-tab={name}
            id={`${id}-${name}`}
            aria-selected={current === name}
            aria-controls={`${id}-panel`}
            tabIndex={current === name ? 0 : -1}
            onClick={() => {
              onChange(name);
            }}
            onKeyDown={onKeyDown}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
}

/** The tab that a key moves to, wrapping around; undefined for other keys. */
function nextTab<Name extends string>(names: readonly Name[], current: Name, key: string): Name | undefined {
  const at = names.indexOf(current);
  if (key === 'Home') return names[0];
  if (key === 'End') return names.at(-1);
  if (key === 'ArrowLeft') return names.at(at - 1);
  if (key === 'ArrowRight') return names[(at + 1) % names.length];
  return undefined;
}
