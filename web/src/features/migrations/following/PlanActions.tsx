import { outcomeKinds, type Migration } from '@ridgeline/contracts';
import { useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { formatRecords } from '../../../ui/text/format.ts';
import { purposeOf } from '../../summary/purpose.ts';
import { outcomeCounts, wordsOfOutcome } from '../outcomes.ts';
import { countInWords, nounOfMigration } from '../record-words.ts';
import './following.css';
import { nothingStarted, useFollow } from './use-follow.ts';

interface PlanActionsProps {
  readonly migration: Migration;
}

/** The step after a completed dry run, or after the preview of an undo: to do what it shows, with a question before. */
export function PlanActions({ migration }: PlanActionsProps) {
  const [asking, setAsking] = useState(false);
  const { follows } = migration;
  const undoneId = follows?.as === 'undo' ? follows.migrationId : null;
  const close = () => {
    setAsking(false);
  };
  return (
    <>
      <Button
        look="primary"
        danger={undoneId !== null}
        onClick={() => {
          setAsking(true);
        }}
      >
        {undoneId === null ? 'Run exactly this plan' : 'Undo this migration'}
      </Button>
      {!asking ? null : undoneId === null ? (
        <RunQuestion migration={migration} onClose={close} />
      ) : (
        <UndoQuestion migration={migration} undoneId={undoneId} onClose={close} />
      )}
    </>
  );
}

interface QuestionProps extends PlanActionsProps {
  readonly onClose: () => void;
}

function RunQuestion({ migration, onClose }: QuestionProps) {
  const { runPlan } = useFollow(migration);
  return (
    <ConfirmDialog
      title="Run exactly this plan?"
      confirm="Run this plan"
      keep="Not now"
      danger={false}
      failure={{ title: 'The plan was not run', fallback: nothingStarted }}
      onConfirm={runPlan}
      onClose={onClose}
    >
      <p>It writes to HubSpot what this dry run shows:</p>
      <PlannedNumbers migration={migration} />
      <p>
        A record that changed in AccuLynx or HubSpot since then is not written. It is listed with what
        changed.
      </p>
    </ConfirmDialog>
  );
}

function UndoQuestion({ migration, undoneId, onClose }: QuestionProps & { readonly undoneId: number }) {
  const { undo } = useFollow({ id: undoneId });
  return (
    <ConfirmDialog
      title={`Undo migration #${undoneId}?`}
      confirm={`Undo migration #${undoneId}`}
      keep="Keep it"
      failure={{ title: 'The migration was not undone', fallback: nothingStarted }}
      onConfirm={() => undo(false)}
      onClose={onClose}
    >
      <p>It does in HubSpot what this preview shows:</p>
      <PlannedNumbers migration={migration} />
      <p>
        Removed records are in HubSpot&apos;s recycle bin for 90 days. What others changed is spared, also if
        they change it until then. Nothing is changed in AccuLynx.
      </p>
    </ConfirmDialog>
  );
}

/** The plan's number of records per outcome, and of related records. */
function PlannedNumbers({ migration }: PlanActionsProps) {
  const purpose = purposeOf(migration);
  const counts = outcomeCounts(migration);
  const others = Object.entries(migration.reconciliation?.alongside ?? {}).filter(
    ([, { created, updated }]) => created + updated > 0,
  );
  return (
    <ul className="plan-numbers numbers">
      {outcomeKinds
        .filter((outcome) => counts[outcome] > 0)
        .map((outcome) => (
          <li key={outcome}>
            {formatRecords(counts[outcome], nounOfMigration(migration.migrationType))}{' '}
            {wordsOfOutcome(outcome, purpose).text.toLowerCase()}
          </li>
        ))}
      {others.map(([kind, { created, updated }]) => (
        <li key={kind}>{countInWords(kind, created + updated)} along with them</li>
      ))}
    </ul>
  );
}
