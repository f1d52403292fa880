import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import type { Migration, Reconciliation } from '@ridgeline/contracts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Panel } from '../../../../ui/page/Panel.tsx';
import { accountCsv, saveFile } from './account-csv.ts';
import { AccountParts } from './AccountParts.tsx';

interface ReconciliationPanelProps {
  readonly account: Reconciliation;
  readonly migration: Migration;
}

/** The closing account: what was read, and what became of it, to the last record. It prints on a page of its own. */
export function ReconciliationPanel({ account, migration }: ReconciliationPanelProps) {
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
      <AccountParts account={account} migration={migration} />
    </Panel>
  );
}
