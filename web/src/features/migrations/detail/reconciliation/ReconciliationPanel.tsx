import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import type { Migration, Reconciliation } from '@ridgeline/contracts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Panel } from '../../../../ui/page/Panel.tsx';
import { useScrollToPanel } from '../../../../ui/page/use-scroll-to-panel.ts';
import { HelpLink } from '../../../help/HelpLink.tsx';
import { reconciliationPanelId } from '../panel-ids.ts';
import { accountCsv, saveFile } from './account-csv.ts';
import { AccountParts } from './AccountParts.tsx';

interface ReconciliationPanelProps {
  readonly account: Reconciliation;
  readonly migration: Migration;
}

/** The summary of an ended migration: what was read, and the outcome of each record. A separate page prints it. */
export function ReconciliationPanel({ account, migration }: ReconciliationPanelProps) {
  useScrollToPanel(reconciliationPanelId, true);
  return (
    <Panel
      title="Reconciliation"
      id={reconciliationPanelId}
      marks={<HelpLink to="reconciliation" />}
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
      <AccountParts account={account} migration={migration} />
    </Panel>
  );
}
