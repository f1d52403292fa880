import { CheckCircleFilled, WarningFilled } from '@ant-design/icons';
import { objectTypes, type Migration, type Reconciliation } from '@ridgeline/contracts';
import { Panel } from '../../../components/Panel.tsx';
import { objectViews } from '../objects/index.ts';
import { AccountLines, Reasons, type AccountLine } from './AccountLines.tsx';
import { alongside, type Alongside, type StoredAccount } from './alongside.ts';
import { reasons, sourceGap, verdict, type ReasonCount } from './reconciliation-text.ts';
import './reconciliation.css';

interface ReconciliationPanelProps {
  readonly account: Reconciliation;
  readonly migration: Migration;
}

/** The closing account: is every record that was read accounted for, and if not copied, why? And what came along? */
export function ReconciliationPanel({ account, migration }: ReconciliationPanelProps) {
  const { migrationType } = migration;
  const gap = sourceGap(account, migration);
  const holds = account.difference === 0 && migration.status === 'completed' && !gap?.open;
  const Icon = holds ? CheckCircleFilled : WarningFilled;
  const lines = ownLines(account, objectTypes[migrationType].name);
  const warnings = warningsOf(account, objectTypes[migrationType].name);
  const others = alongside(account, objectViews[migrationType]);
  return (
    <Panel title="Reconciliation">
      <p className={holds ? 'verdict verdict-holds' : 'verdict verdict-open'}>
        <Icon aria-hidden />
        {verdict(account, migration)}
      </p>
      {gap ? <p className="verdict-gap">{gap.text}</p> : null}
      <div className="account-parts">
        {lines.length > 0 ? <AccountLines lines={lines} /> : null}
        {warnings.length > 0 ? <Warnings warnings={warnings} /> : null}
        {others.length > 0 ? <CameAlong others={others} /> : null}
      </div>
    </Panel>
  );
}

function ownLines(account: Reconciliation, kind: string): readonly AccountLine[] {
  return [
    { count: account.created, text: 'are new in HubSpot' },
    { count: account.updated, text: 'were there and got newer details' },
    { count: account.unchanged, text: 'were there already, with the same details' },
    { count: account.skipped, text: 'were left out', reasons: reasons(account.skippedByReason, kind) },
    { count: account.failed, text: 'were refused', reasons: reasons(account.failedByReason, kind) },
  ].filter(({ count }) => count > 0);
}

const warningsOf = ({ warnedByReason = {} }: StoredAccount, kind: string) => reasons(warnedByReason, kind);

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
function CameAlong({ others }: { readonly others: readonly Alongside[] }) {
  return (
    <section>
      <h3>What came along</h3>
      <ul className="account-kinds numbers">
        {others.map(({ kind, title, counts, ...why }) => (
          <li key={kind}>
            <p>
              <strong>{title}</strong>: {counts}
            </p>
            <Reasons reasons={why.reasons} />
            <Reasons reasons={why.warnings} />
          </li>
        ))}
      </ul>
    </section>
  );
}
