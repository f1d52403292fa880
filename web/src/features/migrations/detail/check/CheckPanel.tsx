import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import {
  checkSampleSize,
  endpointUrl,
  exportCheckCsv,
  type AnswerOf,
  type listChecks,
  type Migration,
  type MigrationCheck,
} from '@ridgeline/contracts';
import { memo } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../../../ui/controls/Button.tsx';
import { FailureAlert, Notice } from '../../../../ui/controls/Notice.tsx';
import { Loading, SkeletonRows } from '../../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../../ui/page/PageStates.tsx';
import { Panel } from '../../../../ui/page/Panel.tsx';
import { Ago } from '../../../../ui/text/Ago.tsx';
import { formatCount } from '../../../../ui/text/format.ts';
import { IfOwn } from '../../../company-names/ViewedCompany.tsx';
import { HelpLink } from '../../../help/HelpLink.tsx';
import { isFinal } from '../../../live/migration-cache.ts';
import { comparedText, figuresText, isOpen, progressText, shownCheck } from '../../checks/check-text.ts';
import { useChecks, useStartCheck } from '../../checks/use-checks.ts';
import { sameFacts } from '../../same-facts.ts';
import { isThere, useConnectionState } from '../use-connection-state.ts';
import { CheckDifferences } from './CheckDifferences.tsx';
import './check.css';

type Checks = AnswerOf<typeof listChecks>;

interface CheckPanelProps {
  readonly migration: Migration;
}

/** Whether HubSpot still has what an ended migration wrote: the last check, with buttons to check again and to print. */
export const CheckPanel = memo(function CheckPanel({ migration }: CheckPanelProps) {
  const isWriting = !migration.dryRun && migration.follows?.as !== 'undo';
  return isWriting && isFinal(migration) ? <Checked migration={migration} /> : null;
}, sameFacts);

function Checked({ migration }: CheckPanelProps) {
  const { data, error, mutate } = useChecks(migration.id);
  const askAgain = () => void mutate();
  const navigate = useNavigate();
  const done = data && shownCheck(data.checks);
  return (
    <Panel
      title="Checked in HubSpot"
      marks={<HelpLink to="check" />}
      extra={
        <div className="account-actions">
          {done ? (
            <ButtonLink
              small
              download
              href={endpointUrl(exportCheckCsv.path, { id: String(migration.id), check: String(done.id) })}
              icon={<DownloadOutlined aria-hidden />}
            >
              Download CSV
            </ButtonLink>
          ) : null}
          <IfOwn>
            <Button
              small
              icon={<PrinterOutlined aria-hidden />}
              onClick={() => void navigate(`/migrations/${migration.id}/account`)}
            >
              Print the account
            </Button>
          </IfOwn>
        </div>
      }
    >
      {data ? (
        <LastKnown title="Could not refresh the check" error={error} onRetry={askAgain}>
          <CheckState checks={data} migration={migration} onStarted={askAgain} />
        </LastKnown>
      ) : error ? (
        <ErrorState title="Could not load the check" error={error} onRetry={askAgain} />
      ) : (
        <Loading label="Loading the check">
          <SkeletonRows rows={3} />
        </Loading>
      )}
    </Panel>
  );
}

interface CheckStateProps extends CheckPanelProps {
  readonly checks: Checks;
  readonly onStarted: () => void;
}

function CheckState({ checks: { checks, written }, migration, onStarted }: CheckStateProps) {
  const [newest] = checks;
  const done = shownCheck(checks);
  const open = newest && isOpen(newest) ? newest : null;
  return (
    <div className="check-parts">
      {done ? <Figures check={done} written={written} /> : null}
      {newest?.state === 'failed' ? (
        <Notice
          role="status"
          tone="warning"
          title="The check could not be made"
          text={`${newest.problem ?? ''} The migration itself is not affected.`}
        />
      ) : null}
      <p className="check-progress numbers" role="status">
        {open ? progressText(open) : ''}
      </p>
      {newest ? null : (
        <p className="check-quiet">
          {written === 0
            ? 'There is nothing to check: this migration wrote no records, or they are no longer available.'
            : 'Not checked yet. A check reads records back from HubSpot and compares them with what was written; it changes nothing.'}
        </p>
      )}
      {written > 0 ? (
        <StartButtons {...{ migration, written, onStarted }} isFirst={!newest} isBusy={open !== null} />
      ) : null}
      {done ? <CheckDifferences key={done.id} check={done} migration={migration} /> : null}
    </div>
  );
}

interface FiguresProps {
  readonly check: MigrationCheck;
  readonly written: number;
}

function Figures({ check, written }: FiguresProps) {
  return (
    <div className="check-figures numbers">
      <p>
        <strong>{figuresText(check, written)}</strong>
      </p>
      <p className="check-quiet">
        {comparedText(check)} Checked {check.endedAt === null ? null : <Ago time={check.endedAt} />}
        {check.askedBy === null ? ', at the end of the migration' : ''}.
      </p>
    </div>
  );
}

interface StartButtonsProps extends CheckPanelProps {
  readonly written: number;
  readonly isFirst: boolean;
  readonly isBusy: boolean;
  readonly onStarted: () => void;
}

/** Starts another check, of a sample or of everything; one button is enough if the sample covers everything. */
function StartButtons({ migration, written, isFirst, isBusy, onStarted }: StartButtonsProps) {
  const { busy, failure, start } = useStartCheck(migration.id, onStarted);
  if (!isThere(useConnectionState(migration))) return null;
  const again = isFirst ? '' : ' again';
  return (
    <>
      {failure ? (
        <FailureAlert
          title="Could not start the check"
          error={failure}
          fallback="Nothing was changed. Try again."
        />
      ) : null}
      <div className="account-actions">
        <Button small disabled={isBusy} loading={busy === 'sample'} onClick={() => void start('sample')}>
          {`Check ${formatCount(Math.min(checkSampleSize, written))}${again}`}
        </Button>
        {written > checkSampleSize ? (
          <Button small disabled={isBusy} loading={busy === 'whole'} onClick={() => void start('whole')}>
            {`Check all ${formatCount(written)}`}
          </Button>
        ) : null}
      </div>
    </>
  );
}
