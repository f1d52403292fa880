import { getSweeps, sweepNow, type LinkedPortal, type SweepStatus } from '@ridgeline/contracts';
import { useId, useState } from 'react';
import { useQuery } from '../../../api/use-query.ts';
import { Facts } from '../../../ui/page/Panel.tsx';
import { Ago, Until } from '../../../ui/text/Ago.tsx';
import { CheckSection } from './CheckSection.tsx';
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

/** Changes that no event reported: when AccuLynx is compared with the copies, what that found, and a button to compare now. */
export function MissedChanges({ connectionId, portal }: MissedChangesProps) {
  const params = { id: String(connectionId) };
  const { data, error, mutate } = useQuery(getSweeps, { params }, polled);
  const [open, setOpen] = useState<VerdictLook | null>(null);
  const listId = useId();
  const check = useCheck(sweepNow, connectionId, { text: startedText, onStarted: () => void mutate() });
  const askAgain = () => void mutate();
  return (
    <CheckSection
      id="sync-missed"
      title="Missed changes"
      action="Check now"
      check={check}
      nouns={{ check: 'check', found: 'missed changes' }}
      error={error}
      onRetry={askAgain}
    >
      {data ? (
        <>
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
        </>
      ) : null}
    </CheckSection>
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
