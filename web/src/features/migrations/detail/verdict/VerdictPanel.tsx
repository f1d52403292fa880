import { CheckCircleFilled, CloseCircleFilled, StopOutlined, WarningFilled } from '@ant-design/icons';
import type { Migration, Reconciliation } from '@ridgeline/contracts';
import { FailureAlert } from '../../../../ui/controls/FailureAlert.tsx';
import { runEnd, type EndTone } from '../../../judgement/run-judgement.ts';
import { sourceGap } from '../../../judgement/source-gap.ts';
import { verdict } from '../account/reconciliation-text.ts';
import { useConnectionState } from '../use-connection-state.ts';
import { emailText, headline, nextText } from './headline.ts';
import { runAgainTexts, useRunAgain } from './use-run-again.ts';
import { VerdictActions } from './VerdictActions.tsx';
import './verdict.css';

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
  const { tone } = runEnd(migration);
  const Icon = icons[tone];
  const texts = [
    status === 'failed' ? failureMessage : null,
    verdict(account, migration),
    emailText(account, migration),
    sourceGap(account, migration)?.text,
    nextText(migration, connection),
  ];
  return (
    <section className={`verdict verdict-${tone}`} aria-labelledby="verdict">
      <Icon aria-hidden />
      <div className="verdict-text">
        <h2 id="verdict">{headline(account, migration)}</h2>
        {texts.map((text) => (text ? <p key={text}>{text}</p> : null))}
      </div>
      <VerdictActions migration={migration} connection={connection} again={again} />
      {again.error === null ? null : (
        <FailureAlert
          title="It was not started again"
          error={again.error}
          fallback={runAgainTexts.fallback}
        />
      )}
    </section>
  );
}
