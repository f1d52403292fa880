import { createContext, use, useCallback, useEffect, useState } from 'react';
import type { Appearance } from './seeds.ts';

export type { Appearance };

/** Light, dark, or as the system is. */
export type AppearanceChoice = 'system' | Appearance;

/**
 * Kept in a cookie: it survives a sign-out, after which the browser clears the storage of this site, and the gateway writes
 * it into the page, so that the first paint has it already.
 */
const cookieName = 'ridgeline-appearance';
const yearSeconds = 31_536_000;

/** Reads the choice from `document.cookie`. */
export function readChoice(cookies: string): AppearanceChoice {
  const value = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1);
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** What is written to `document.cookie` to remember a choice; the system's needs no remembering. */
export function choiceCookie(choice: AppearanceChoice): string {
  const seconds = choice === 'system' ? 0 : yearSeconds;
  return `${cookieName}=${choice}; path=/; max-age=${seconds}; samesite=lax`;
}

interface AppearanceSwitch {
  readonly choice: AppearanceChoice;
  /** The appearance that results from the choice. */
  readonly appearance: Appearance;
  readonly choose: (choice: AppearanceChoice) => void;
}

export const AppearanceContext = createContext<AppearanceSwitch>({
  choice: 'system',
  appearance: 'light',
  choose: () => undefined,
});

export const useAppearance = (): AppearanceSwitch => use(AppearanceContext);

const stored = () => readChoice(document.cookie);

/** The remembered choice and what changes it; a tab that is seen again follows what was chosen in another. */
export function useAppearanceChoice(): readonly [AppearanceChoice, (choice: AppearanceChoice) => void] {
  const [choice, setChoice] = useState(stored);
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'visible') setChoice(stored());
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
  const choose = useCallback((next: AppearanceChoice) => {
    document.cookie = choiceCookie(next);
    setChoice(next);
  }, []);
  return [choice, choose];
}
