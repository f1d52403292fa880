import { CheckCircleFilled, CloseCircleFilled, StopOutlined, WarningFilled } from '@ant-design/icons';
import { endpointUrl, exportOutcomesCsv, type Migration, type Reconciliation } from '@ridgeline/contracts';
import { Link, useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../../../ui/controls/Button.tsx';
import { FailureAlert } from '../../../../ui/controls/Notice.tsx';
import { useNow } from '../../../../ui/text/Ago.tsx';
import { useScrollToPanel } from '../../../../ui/page/use-scroll-to-panel.ts';
import { formatCount } from '../../../../ui/text/format.ts';
import { HelpLink } from '../../../help/HelpLink.tsx';
import { refusedCount, runEnd, type EndTone } from '../../../summary/run-summary.ts';
import { sourceGap } from '../../../summary/source-gap.ts';
import { verdict } from '../reconciliation/reconciliation-text.ts';
import { interruptionText } from '../interruption.ts';
import { unharmed } from '../phase.ts';
import { resultPanelId } from '../panel-ids.ts';
import { useRunActions } from '../use-run-actions.tsx';
import { isThere, useConnectionState, type ConnectionState } from '../use-connection-state.ts';
import { mayRetry, writes } from '../../following/may-follow.ts';
import { PlanActions } from '../../following/PlanActions.tsx';
import { nothingStarted, useAttempt, useFollow } from '../../following/use-follow.ts';
import { ReplaceCredential } from './ReplaceCredential.tsx';
import {
  emailText,
  headline,
  mayRunAgain,
  nextText,
  runAgainTexts,
  useRunAgain,
  type RunAgain,
} from './use-run-again.ts';
import './result.css';

interface VerdictPanelProps {
  readonly account: Reconciliation;
  readonly migration: Migration;
}

const icons: Readonly<Record<EndTone, typeof CheckCircleFilled>> = {
  success: CheckCircleFilled,
  warning: WarningFilled,
  error: CloseCircleFilled,
  neutral: StopOutlined,
};

/** The first thing after a run: whether it is done and right, and what to do next. */
export function VerdictPanel({ account, migration }: VerdictPanelProps) {
  const { status, failureMessage } = migration;
  const connection = useConnectionState(migration);
  const again = useRunAgain(migration);
  const retrying = useAttempt('The retry was not started');
  const { buttons, failures } = useRunActions(migration, 'state');
  const interrupted = interruptionText(migration, useNow(60_000));
  useScrollToPanel(resultPanelId, true);
  const { tone } = runEnd(migration);
  const Icon = icons[tone];
  const texts = [
    status === 'failed' ? failureMessage : null,
    interrupted === null ? null : `${interrupted}. ${unharmed(migration)}`,
    verdict(account, migration),
    emailText(account, migration),
    sourceGap(account, migration)?.text,
    nextText(migration, connection),
  ];
  return (
    <section className={`verdict verdict-${tone}`} id={resultPanelId} tabIndex={-1} aria-labelledby="verdict">
      <Icon aria-hidden />
      <div className="verdict-text">
        <div className="verdict-title">
          <h2 id="verdict">{headline(account, migration)}</h2>
          <HelpLink to={status === 'failed' ? 'stopped' : 'result'} />
        </div>
        {texts.map((text) => (text ? <p key={text}>{text}</p> : null))}
      </div>
      <div className="verdict-actions">
        <NextSteps migration={migration} connection={connection} again={again} retrying={retrying} />
        {buttons}
      </div>
      {failures}
      {retrying.failure ? <FailureAlert {...retrying.failure} fallback={nothingStarted} /> : null}
      {again.error === null || connection === 'refused' ? null : (
        <FailureAlert title="Could not run it again" error={again.error} fallback={runAgainTexts.fallback} />
      )}
    </section>
  );
}

interface NextStepsProps {
  readonly migration: Migration;
  readonly connection: ConnectionState;
  readonly again: RunAgain;
  readonly retrying: ReturnType<typeof useAttempt>;
}

/**
 * What to do next: export or retry rejected records, fix the connection and, once it is usable, run the migration or its
 * plan again.
 */
function NextSteps({ migration, connection, again, retrying }: NextStepsProps) {
  const { id, status, connectionId, dryRun, errorCount } = migration;
  const { retry } = useFollow(migration);
  const completedPlan = dryRun && status === 'completed' && writes(migration);
  const refused = refusedCount(migration);
  const navigate = useNavigate();
  return (
    <>
      {refused > 0 ? (
        <ButtonLink
          href={endpointUrl(exportOutcomesCsv.path, { id: String(id) }, { outcome: 'failed' })}
          download
        >
          Export the {formatCount(refused)} rejected
        </ButtonLink>
      ) : null}
      {connection === 'deleted' ? <Link to="/connections">Connections</Link> : null}
      {status === 'failed' && (connection === 'usable' || connection === 'viewed') ? (
        <Button onClick={() => void navigate(`/connections/${connectionId}`)}>Open the connection</Button>
      ) : null}
      {errorCount > 0 && mayRetry(migration) && connection === 'usable' ? (
        <Button
          loading={retrying.busy !== null}
          onClick={() => void retrying.attempt('failed', () => retry({ outcome: 'failed' }))}
        >
          Retry {formatCount(errorCount)} failed
        </Button>
      ) : null}
      <ReplaceCredential connectionId={connectionId} wanted={status !== 'completed'} />
      {connection !== 'usable' || !mayRunAgain(migration) ? null : (
        <Button look={status === 'completed' ? 'plain' : 'primary'} loading={again.busy} onClick={again.run}>
          {dryRun ? 'Plan again' : 'Run again'}
        </Button>
      )}
      {completedPlan && isThere(connection) ? <PlanActions migration={migration} /> : null}
    </>
  );
}
