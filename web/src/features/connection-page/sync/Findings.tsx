import { listSweepFindings, type LinkedPortal } from '@ridgeline/contracts';
import { useQuery } from '../../../api/use-query.ts';
import { Ago } from '../../../ui/text/Ago.tsx';
import { OneLine } from '../../../ui/text/OneLine.tsx';
import { OlderPages } from './OlderPages.tsx';
import { kindText, nameText, recordLinks } from '../../records/record-links.ts';
import type { VerdictLook } from './sweep-display.ts';
import { VendorLinks } from '../../records/VendorLinks.tsx';

interface FindingsProps {
  readonly id: string;
  readonly connectionId: number;
  readonly portal: LinkedPortal;
  readonly look: VerdictLook;
}

/** The findings of a verdict, newest first: what they mean, and each record with the ways to it. */
export function Findings({ id, connectionId, portal, look: { verdict, meaning } }: FindingsProps) {
  const usePage = (before: number | null) => {
    const { data, error, mutate } = useQuery(listSweepFindings, {
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
            <VendorLinks about={nameText(finding)} links={recordLinks(finding, portal)} />
            <span className="synced-when numbers">
              found <Ago time={finding.foundAt} />
              {finding.changedAt === null ? null : (
                <>
                  {' '}
                  · changed <Ago time={finding.changedAt} />
                </>
              )}
            </span>
          </>
        )}
      </OlderPages>
    </div>
  );
}
