import { formatCount } from '../../../../ui/text/format.ts';
import type { AccountRow } from './account-rows.ts';
import type { ReasonCount } from './reconciliation-text.ts';
import './reconciliation.css';

/** The summary as a table: what was read, and the outcomes. */
export function AccountTable({ rows }: { readonly rows: readonly AccountRow[] }) {
  return (
    <table className="account-table">
      <caption className="visually-hidden">Account of the records</caption>
      <tbody>
        {rows.map(({ name, count, meaning, reasons: why }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="numbers">{count === null ? '–' : formatCount(count)}</td>
            <td>
              {meaning}
              <Reasons reasons={why} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
