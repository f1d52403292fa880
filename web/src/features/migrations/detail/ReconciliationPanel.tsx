import { CheckCircleFilled, WarningFilled } from '@ant-design/icons';
import type { Migration, MigrationType, Reconciliation } from '@ridgeline/contracts';
import { formatCount } from '../../../components/format.ts';
import { Panel } from '../../../components/Panel.tsx';
import { reasons, sourceGap, verdict } from './reconciliation-text.ts';
import './reconciliation.css';

interface ReconciliationPanelProps {
  readonly account: Reconciliation;
  readonly migration: Migration;
}

/** The closing account: is every record that was read accounted for, and if not copied, why? */
export function ReconciliationPanel({ account, migration }: ReconciliationPanelProps) {
  const gap = sourceGap(account, migration);
  const holds = account.difference === 0 && migration.status === 'completed' && !gap?.open;
  const Icon = holds ? CheckCircleFilled : WarningFilled;
  const lines: Line[] = [
    { count: account.created, text: 'are new in HubSpot' },
    { count: account.updated, text: 'were there and got newer details' },
    { count: account.unchanged, text: 'were there already, with the same details' },
    { count: account.skipped, text: 'were left out', byReason: account.skippedByReason },
    { count: account.failed, text: 'were refused', byReason: account.failedByReason },
  ].filter(({ count }) => count > 0);
  return (
    <Panel title="Reconciliation">
      <p className={holds ? 'verdict verdict-holds' : 'verdict verdict-open'}>
        <Icon aria-hidden />
        {verdict(account, migration)}
      </p>
      {gap ? <p className="verdict-gap">{gap.text}</p> : null}
      {lines.length > 0 ? <Lines lines={lines} type={migration.migrationType} /> : null}
    </Panel>
  );
}

interface Line {
  readonly count: number;
  readonly text: string;
  readonly byReason?: Readonly<Record<string, number>>;
}

function Lines({ lines, type }: { readonly lines: readonly Line[]; readonly type: MigrationType }) {
  return (
    <ul className="account">
      {lines.map(({ count, text, byReason }) => (
        <li key={text}>
          <strong className="numbers">{formatCount(count)}</strong>
          <div>
            {text}
            {byReason ? <Reasons counts={byReason} type={type} /> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Reasons({
  counts,
  type,
}: {
  readonly counts: Readonly<Record<string, number>>;
  readonly type: MigrationType;
}) {
  return (
    <ul className="account-reasons numbers">
      {reasons(counts, type).map(({ text, count }) => (
        <li key={text}>
          {text}: {formatCount(count)}
        </li>
      ))}
    </ul>
  );
}
