import { getSweeps, sweepNow, type LinkedPortal, type SweepStatus } from '@ridgeline/contracts';
import { useId, useState } from 'react';
import { useQuery } from '../../../api/use-query.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FailureAlert } from '../../../ui/controls/Notice.tsx';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../ui/page/PageStates.tsx';
import { Facts } from '../../../ui/page/Panel.tsx';
import { Ago, Until } from '../../../ui/text/Ago.tsx';
import { Findings } from './Findings.tsx';
import { ListFigure } from './ListFigure.tsx';
import { comparingText, verdictLooks, type VerdictLook } from './sweep-display.ts';
import { useCheck } from './use-check.ts';

interface MissedChangesProps {
  readonly connectionId: number;
  readonly portal: LinkedPortal;
}

const startedText = {
  title: 'Check started',
  description: 'Changes that it finds are copied, and appear under “Copied records”.',
};

const polled = { refreshInterval: 30_000 } as const;

/** What events did not report: when AccuLynx is compared with what was copied, what that found, and the way to do it now. */
export function MissedChanges({ connectionId, portal }: MissedChangesProps) {
  const params = { id: String(connectionId) };
  const { data, error, mutate } = useQuery(getSweeps, { params }, polled);
  const [open, setOpen] = useState<VerdictLook | null>(null);
  const listId = useId();
  const check = useCheck(sweepNow, connectionId, { text: startedText, onStarted: () => void mutate() });
  const askAgain = () => void mutate();
  return (
    <section className="sync-part" aria-labelledby="sync-missed">
      <div className="sync-head">
        <h3 id="sync-missed">Missed changes</h3>
        <Button small loading={check.checking} onClick={() => void check.start()}>
          Check now
        </Button>
      </div>
      {check.failure ? (
        <FailureAlert
          title="Could not start the check"
          error={check.failure}
          fallback="Nothing was changed. Try again."
        />
      ) : null}
      {data ? (
        <LastKnown title="Could not refresh the missed changes" error={error} onRetry={askAgain}>
          <div className="sync-part">
            <p className="connection-quiet">
              Auto-sync compares the records in AccuLynx with what it copied last, and copies changes that no
              event reported. {comparingText(data.allTakesMs)}
            </p>
            <Figures sweeps={data} open={open} listId={listId} onOpen={setOpen} />
            {open ? (
              <Findings
                key={open.verdict}
                id={listId}
                connectionId={connectionId}
                portal={portal}
                look={open}
              />
            ) : null}
          </div>
        </LastKnown>
      ) : error ? (
        <ErrorState title="Could not load the missed changes" error={error} onRetry={askAgain} />
      ) : (
        <Loading label="Loading the missed changes">
          <SkeletonRows rows={2} />
        </Loading>
      )}
    </section>
  );
}

interface FiguresProps {
  readonly sweeps: SweepStatus;
  readonly open: VerdictLook | null;
  readonly listId: string;
  readonly onOpen: (open: VerdictLook | null) => void;
}

function Figures({ sweeps, open, listId, onOpen }: FiguresProps) {
  const { lastAt, nextAt } = sweeps;
  return (
    <Facts
      columns={5}
      figures
      facts={[
        { label: 'Last check', value: lastAt === null ? 'Never' : <Ago time={lastAt} /> },
        { label: 'Next check', value: nextAt === null ? null : <Until time={nextAt} /> },
        ...verdictLooks.map((look) => {
          const isOpen = open?.verdict === look.verdict;
          return {
            label: look.label,
            value: (
              <ListFigure
                label={look.label}
                alarming={look.verdict === 'missed'}
                count={sweeps[look.verdict]}
                listId={isOpen ? listId : null}
                onToggle={() => {
                  onOpen(isOpen ? null : look);
                }}
              />
            ),
          };
        }),
      ]}
    />
  );
}
