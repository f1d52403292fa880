import { useEffect, useState } from 'react';
import type { PasswordStrength, passwordStrength } from './password-strength.ts';

/** The strength of what is typed; null while nothing is, and until the measure has been loaded at the first sign. */
export function usePasswordStrength(
  password: string,
  about: readonly string[] | null,
): PasswordStrength | null {
  const [measure, setMeasure] = useState<typeof passwordStrength | null>(null);
  const wanted = about !== null && password !== '' && measure === null;
  useEffect(() => {
    if (!wanted) return;
    import('./password-strength.ts').then(
      (loaded) => {
        setMeasure(() => loaded.passwordStrength);
      },
      // Without a network the form cannot be sent either; the hint stays away.
      () => undefined,
    );
  }, [wanted]);
  return about && measure && password ? measure(password, about) : null;
}
