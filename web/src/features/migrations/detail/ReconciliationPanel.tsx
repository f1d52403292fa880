import { CheckCircleFilled, CloseCircleFilled, WarningFilled } from '@ant-design/icons';
import { objectTypes, type Migration, type Reconciliation } from '@ridgeline/contracts';
import { Panel } from '../../../components/Panel.tsx';
import { AccountLines, Reasons, type AccountLine } from './AccountLines.tsx';
import { alongside, type Alongside } from './alongside.ts';
import {
  reasons,
  sourceGap,
  toneOf,
  verdict,
  type ReasonCount,
  type StoredAccount,
} from './reconciliation-text.ts';
import './reconciliation.css';

const icons = { holds: CheckCircleFilled, open: WarningFilled, stopped: CloseCircleFilled };

interface ReconciliationPanelProps {
  readonly account: Reconciliation;
  readonly migration: Migration;
}

/** The closing account: is every record that was read accounted for, and if not copied, why? And what came along? */
export function ReconciliationPanel({ account, migration }: ReconciliationPanelProps) {
  const { migrationType } = migration;
  const gap = sourceGap(account, migration);
  const tone = toneOf(account, migration);
  const Icon = icons[tone];
  const lines = ownLines(account, objectTypes[migrationType].name);
  const warnings = warningsOf(account, objectTypes[migrationType].name);
  const others = alongside(account);
  return (
    <Panel title="Reconciliation">
      <p className={`verdict verdict-${tone}`}>
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
