import { objectTypes, type Migration, type Reconciliation } from '@ridgeline/contracts';
import { formatCount } from '../../../../ui/text/format.ts';
import { optionsInWords, optionsTitle } from './added-options.ts';
import { accountRows, alongside, type AccountLine, type Alongside } from './account-rows.ts';
import { AccountTable, Reasons } from './AccountTable.tsx';
import { reasons, type ReasonCount } from './reconciliation-text.ts';
import './reconciliation.css';

interface AccountPartsProps {
  readonly account: Reconciliation;
  readonly migration: Migration;
}

/** The summary itself, its warnings, the related records, and added options of HubSpot properties. */
export function AccountParts({ account, migration }: AccountPartsProps) {
  const warnings = reasons(account.warnedByReason, objectTypes[migration.migrationType].name);
  const others = alongside(account, migration);
  const options = optionsInWords(account);
  return (
    <div className="account-parts">
      <AccountTable rows={accountRows(account, migration)} />
      {warnings.length > 0 ? <Warnings warnings={warnings} /> : null}
      {others.length > 0 ? <CameAlong others={others} title={'Related records'} /> : null}
      {options.length > 0 ? (
        <section>
          <h3>{optionsTitle(migration)}</h3>
          <AccountLines
            lines={options.map(({ label, count, names }) => ({ count, text: `${label}: ${names}` }))}
          />
        </section>
      ) : null}
    </div>
  );
}

/** What a user should know about records that were copied anyway. */
function Warnings({ warnings }: { readonly warnings: readonly ReasonCount[] }) {
  return (
    <section>
      <h3>What to know</h3>
      <AccountLines lines={warnings} />
    </section>
  );
}

/** The related records, which none of the counts above includes. */
function CameAlong({ others, title }: { readonly others: readonly Alongside[]; readonly title: string }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul className="account-kinds">
        {others.map((other) => (
          <li key={other.kind}>
            <h4>{other.lines.length > 0 ? other.title : `${other.title}: none`}</h4>
            <AccountLines lines={other.lines} />
            <Reasons reasons={other.warnings} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A column of counts, each with its label and reasons. */
function AccountLines({ lines }: { readonly lines: readonly AccountLine[] }) {
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
