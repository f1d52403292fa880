import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { objectTypes, type Migration, type Reconciliation } from '@ridgeline/contracts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Panel } from '../../../../ui/page/Panel.tsx';
import { formatCount } from '../../../../ui/text/format.ts';
import { accountCsv, saveFile } from './account-csv.ts';
import { accountRows, alongside, type AccountRow, type Alongside, type AccountLine } from './account-rows.ts';
import { reasons, type ReasonCount } from './reconciliation-text.ts';
import './reconciliation.css';

interface ReconciliationPanelProps {
  readonly account: Reconciliation;
  readonly migration: Migration;
}

/** The closing account: what was read, and what became of it, to the last record. It prints on a page of its own. */
export function ReconciliationPanel({ account, migration }: ReconciliationPanelProps) {
  const warnings = reasons(account.warnedByReason, objectTypes[migration.migrationType].name);
  const others = alongside(account, migration);
  return (
    <Panel
      title="Reconciliation"
      extra={
        <div className="account-actions">
          <Button
            small
            icon={<PrinterOutlined aria-hidden />}
            onClick={() => {
              window.print();
            }}
          >
            Print
          </Button>
          <Button
            small
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => {
              const name = `migration-${migration.id}-account.csv`;
              saveFile(name, 'text/csv', accountCsv(account, migration));
            }}
          >
            Download CSV
          </Button>
        </div>
      }
    >
      <div className="account-parts">
        <AccountTable rows={accountRows(account, migration)} />
        {warnings.length > 0 ? <Warnings warnings={warnings} /> : null}
        {others.length > 0 ? (
          <CameAlong others={others} title={migration.dryRun ? 'What would come along' : 'What came along'} />
        ) : null}
      </div>
    </Panel>
  );
}

function AccountTable({ rows }: { readonly rows: readonly AccountRow[] }) {
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

/** What a person should know of records that went over all the same. */
function Warnings({ warnings }: { readonly warnings: readonly ReasonCount[] }) {
  return (
    <section>
      <h3>What to know</h3>
      <AccountLines lines={warnings} />
    </section>
  );
}

/** What came along with the records, which none of the counts above includes. */
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

/** A column of counts, and beside each what it counts, with the reasons for it. */
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

/** Why, in small, with how often. */
function Reasons({ reasons }: { readonly reasons: readonly ReasonCount[] }) {
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
