import {
  compareWithHubspot,
  getAccuracy,
  listAccuracyFindings,
  type AccuracyStatus,
  type LinkedPortal,
} from '@ridgeline/contracts';
import { useId, useState } from 'react';
import { useQuery } from '../../../api/use-query.ts';
import { Facts } from '../../../ui/page/Panel.tsx';
import { Ago, Until } from '../../../ui/text/Ago.tsx';
import { OneLine } from '../../../ui/text/OneLine.tsx';
import { accuracyLooks, accuracyText, differenceText, type AccuracyLook } from './accuracy-display.ts';
import { CheckSection } from './CheckSection.tsx';
import { ListFigure } from './ListFigure.tsx';
import { OlderPages } from './OlderPages.tsx';
import { kindText, nameText, recordLinks } from '../../records/record-links.ts';
import { VendorLinks } from '../../records/VendorLinks.tsx';
import { useCheck } from './use-check.ts';

interface ComparedWithHubspotProps {
  readonly connectionId: number;
  readonly portal: LinkedPortal;
}

const polled = { refreshInterval: 30_000 } as const;

const startedText = {
  title: 'Comparison started',
  description: 'All linked records are compared with HubSpot. Large locations take a while.',
};

/**
 * Whether HubSpot still has what was copied: the last comparison's result and lists, and a button to compare everything
 * now.
 */
export function ComparedWithHubspot({ connectionId, portal }: ComparedWithHubspotProps) {
  const params = { id: String(connectionId) };
  const { data, error, mutate } = useQuery(getAccuracy, { params }, polled);
  const [open, setOpen] = useState<AccuracyLook | null>(null);
  const listId = useId();
  const askAgain = () => void mutate();
  const check = useCheck(compareWithHubspot, connectionId, { text: startedText, onStarted: askAgain });
  return (
    <CheckSection
      id="sync-accuracy"
      title="Compared with HubSpot"
      action="Compare all with HubSpot"
      check={check}
      nouns={{ check: 'comparison', found: 'comparison' }}
      error={error}
      onRetry={askAgain}
    >
      {data ? (
        <>
          <p className="connection-quiet">
            Once a day, a sample of linked records in HubSpot is compared with what was copied.{' '}
            {accuracyText(data)}
          </p>
          <Figures accuracy={data} open={open} listId={listId} onOpen={setOpen} />
          {open ? (
            <AccuracyFindings
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
  readonly accuracy: AccuracyStatus;
  readonly open: AccuracyLook | null;
  readonly listId: string;
  readonly onOpen: (open: AccuracyLook | null) => void;
}

function Figures({ accuracy: { lastAt, nextAt, listed }, open, listId, onOpen }: FiguresProps) {
  return (
    <Facts
      columns={5}
      figures
      facts={[
        { label: 'Last comparison', value: lastAt === null ? 'Never' : <Ago time={lastAt} /> },
        { label: 'Next comparison', value: nextAt === null ? null : <Until time={nextAt} /> },
        ...accuracyLooks.map((look) => {
          const isOpen = open?.verdict === look.verdict;
          return {
            label: look.label,
            value: (
              <ListFigure
                label={look.label}
                count={listed[look.verdict]}
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

interface AccuracyFindingsProps extends ComparedWithHubspotProps {
  readonly id: string;
  readonly look: AccuracyLook;
}

function AccuracyFindings({ id, connectionId, portal, look: { verdict, meaning } }: AccuracyFindingsProps) {
  const usePage = (before: number | null) => {
    const { data, error, mutate } = useQuery(listAccuracyFindings, {
      params: { id: String(connectionId) },
      query: { verdict, ...(before === null ? {} : { before: String(before) }) },
    });
    const page = data && { items: data.findings, hasMore: data.hasMore };
    return { page, error, retry: () => void mutate() };
  };
  return (
    <div id={id} className="sync-part">
      <p className="connection-quiet">{meaning}</p>
      <OlderPages usePage={usePage}>
        {(finding) => (
          <>
            <span className="synced-name">
              <small>{kindText(finding)}</small>
              <OneLine text={nameText(finding)} />
            </span>
            <VendorLinks
              about={nameText(finding)}
              links={recordLinks(
                verdict === 'gone' ? { ...finding, name: null, hubspotId: null } : finding,
                portal,
              )}
            />
            <span className="synced-when numbers">
              found <Ago time={finding.foundAt} />
            </span>
            {finding.properties.length === 0 ? null : (
              <span className="synced-values">
                <OneLine text={differenceText(finding)} />
              </span>
            )}
          </>
        )}
      </OlderPages>
    </div>
  );
}
