import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

export type AuthTab = 'sign-in' | 'register';

const tabs: readonly { readonly name: AuthTab; readonly text: string }[] = [
  { name: 'sign-in', text: 'Sign In' },
  { name: 'register', text: 'Create Account' },
];

/** Where a key leads from a tab; null where it is none of theirs. */
function nextTab(tab: AuthTab, key: string): AuthTab | null {
  if (key === 'Home') return 'sign-in';
  if (key === 'End') return 'register';
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  return tab === 'sign-in' ? 'register' : 'sign-in';
}

interface AuthTabsProps {
  readonly tab: AuthTab;
  readonly onChange: (tab: AuthTab) => void;
  readonly children: ReactNode;
}

/**
 * Two tabs by the ARIA pattern (arrow keys, Home and End move, one tab stop). antd's Tabs would double this route's code for
 * overflow menus and ink bars that two fixed tabs do not need.
 */
export function AuthTabs({ tab, onChange, children }: AuthTabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextTab(tab, event.key);
    if (next === null) return;
    event.preventDefault();
    onChange(next);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <>
      <div ref={list} className="auth-tabs" role="tablist" aria-label="Sign in or create an account">
        {tabs.map(({ name, text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            data-tab={name}
            id={`${id}-${name}`}
            aria-selected={tab === name}
            aria-controls={`${id}-panel`}
            tabIndex={tab === name ? 0 : -1}
            onClick={() => {
              onChange(name);
            }}
            onKeyDown={onKeyDown}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {children}
      </div>
    </>
  );
}
