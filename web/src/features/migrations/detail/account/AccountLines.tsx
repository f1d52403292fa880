import { formatCount } from '../../../../ui/text/format.ts';
import type { ReasonCount } from './reconciliation-text.ts';
import './reconciliation.css';

export interface AccountLine extends ReasonCount {
  readonly reasons?: readonly ReasonCount[];
}

/** A column of counts, and beside each what it counts, with the reasons for it. */
export function AccountLines({ lines }: { readonly lines: readonly AccountLine[] }) {
  return (
    <ul className="account">
      {lines.map(({ count, text, reasons }) => (
        <li key={text}>
          <strong className="numbers">{formatCount(count)}</strong>
          <div>
            {text}
            {reasons ? <Reasons reasons={reasons} /> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Why, in small, with how often. */
export function Reasons({ reasons }: { readonly reasons: readonly ReasonCount[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul className="account-reasons numbers">
      {reasons.map(({ text, count }) => (
        <li key={text}>
          {text}: {formatCount(count)}
        </li>
      ))}
    </ul>
  );
}
