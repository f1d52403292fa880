import type { PasswordStrength } from './password-strength.ts';
import './strength-meter.css';

const bars = [1, 2, 3, 4];

/** How strong a password is, as bars and as a word; empty bars while nothing is typed, so that nothing jumps. */
export function StrengthMeter({ strength }: { readonly strength: PasswordStrength | null }) {
  const level = strength?.level ?? 0;
  return (
    <div className={`strength strength-${level}`}>
      {bars.map((bar) => (
        <span key={bar} className={bar <= level ? 'strength-bar strength-bar-filled' : 'strength-bar'} />
      ))}
      <span className="strength-word" role="status">
        {strength ? (
          <>
            <span className="visually-hidden">Password strength: </span>
            {strength.word}
          </>
        ) : null}
      </span>
    </div>
  );
}
