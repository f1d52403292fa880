import { useCallback, useEffect, useState } from 'react';
import { choiceCookie, readChoice, type AppearanceChoice } from './appearance.ts';

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
