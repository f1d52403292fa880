import { CheckCircleFilled, CloseCircleFilled, StopOutlined, WarningFilled } from '@ant-design/icons';
import { endpointUrl, exportOutcomesCsv, type Migration, type Reconciliation } from '@ridgeline/contracts';
import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { formatCount } from '../../../../components/format.ts';
import { sourceGap, toneOf, verdict } from '../account/reconciliation-text.ts';
import { emailText, headline } from './headline.ts';
import { RunAgain } from './RunAgain.tsx';
import './verdict.css';

const icons = { holds: CheckCircleFilled, open: WarningFilled, stopped: CloseCircleFilled };

interface VerdictPanelProps {
  readonly account: Reconciliation;
  readonly migration: Migration;
}

/** The first thing after a run: whether it is done and right, and what to do next. */
export function VerdictPanel({ account, migration }: VerdictPanelProps) {
  const { id, status, errorCount, failureMessage, connectionId } = migration;
  const navigate = useNavigate();
  const tone = toneOf(account, migration);
  const Icon = status === 'cancelled' ? StopOutlined : icons[tone];
  const stopped = status !== 'completed';
  const texts = [
    status === 'failed' ? failureMessage : null,
    verdict(account, migration),
    emailText(account, migration),
    sourceGap(account, migration)?.text,
    stopped ? 'Run it again to go on: what is in HubSpot already is recognized, never copied twice.' : null,
  ];
  return (
    <section className={`verdict verdict-${tone}`} aria-labelledby="verdict">
      <Icon aria-hidden />
      <div className="verdict-text">
        <h2 id="verdict">{headline(account, migration)}</h2>
        {texts.map((text) => (text ? <p key={text}>{text}</p> : null))}
      </div>
      <div className="verdict-actions">
        {errorCount > 0 ? (
          <Button
            href={endpointUrl(exportOutcomesCsv.path, { id: String(id) }, { outcome: 'failed' })}
            download
          >
            Export the {formatCount(errorCount)} refused
          </Button>
        ) : null}
        {status === 'failed' ? (
          <Button onClick={() => void navigate(`/connections/${connectionId}`)}>Open the connection</Button>
        ) : null}
        <RunAgain migration={migration} primary={stopped} />
      </div>
    </section>
  );
}
