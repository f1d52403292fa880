import { WarningOutlined } from '@ant-design/icons';
import { getSweeps, sweepNow, type LinkedPortal, type SweepStatus } from '@ridgeline/contracts';
import { useId, useState } from 'react';
import { useCommand } from '../../../api/command.ts';
import { useQuery } from '../../../api/use-query.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FailureAlert } from '../../../ui/controls/Notice.tsx';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../ui/page/PageStates.tsx';
import { Facts } from '../../../ui/page/Panel.tsx';
import { Ago, Until } from '../../../ui/text/Ago.tsx';
import { formatCount } from '../../../ui/text/format.ts';
import { useToast } from '../../../ui/toast/use-toast.ts';
import { Findings } from './Findings.tsx';
import { comparingText, verdictLooks, type VerdictLook } from './sweep-display.ts';

interface MissedChangesProps {
  readonly connectionId: number;
  readonly portal: LinkedPortal;
}

const polled = { refreshInterval: 30_000 } as const;

/** What events did not report: when AccuLynx is compared with what was copied, what that found, and the way to do it now. */
export function MissedChanges({ connectionId, portal }: MissedChangesProps) {
  const params = { id: String(connectionId) };
  const { data, error, mutate } = useQuery(getSweeps, { params }, polled);
  const [open, setOpen] = useState<VerdictLook | null>(null);
  const listId = useId();
  const check = useCheck(connectionId, () => void mutate());
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

/** Compares all records now. */
function useCheck(connectionId: number, onStarted: () => void) {
  const send = useCommand(sweepNow);
  const toast = useToast();
  const [checking, setChecking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const start = async () => {
    setChecking(true);
    setFailure(null);
    try {
      await send({ params: { id: String(connectionId) } });
      toast({
        title: 'Check started',
        description: 'Changes that it finds are copied, and appear under “Copied records”.',
      });
      onStarted();
    } catch (error) {
      setFailure(error);
    }
    setChecking(false);
  };
  return { checking, failure, start };
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
              <Figure
                look={look}
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

interface FigureProps {
  readonly look: VerdictLook;
  readonly count: number;
  /** Of its list while that is shown; else null. */
  readonly listId: string | null;
  readonly onToggle: () => void;
}

/** A number that opens its list; none has nothing to open. */
function Figure({ look: { verdict, label }, count, listId, onToggle }: FigureProps) {
  if (count === 0 && listId === null) return '0';
  return (
    <Button
      look="link"
      small
      className={verdict === 'missed' && count > 0 ? 'sync-figure sync-figure-missed' : 'sync-figure'}
      icon={verdict === 'missed' && count > 0 ? <WarningOutlined aria-hidden /> : null}
      aria-expanded={listId !== null}
      {...(listId === null ? {} : { 'aria-controls': listId })}
      aria-label={`${label}: ${formatCount(count)}`}
      onClick={onToggle}
    >
      {formatCount(count)}
    </Button>
  );
}
