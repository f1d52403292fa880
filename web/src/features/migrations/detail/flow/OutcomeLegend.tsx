import type { OutcomeKind } from '@ridgeline/contracts';
import { Link, useSearchParams } from 'react-router-dom';
import { Tooltip } from '../../../../ui/controls/Tooltip.tsx';
import { Facts } from '../../../../ui/page/Panel.tsx';
import { formatCount, percentOf } from '../../../../ui/text/format.ts';
import { firstView, readLogView, writeLogView } from '../../logs/log-view.ts';
import { logsPanelId } from '../../logs/use-scroll-to-logs.ts';
import type { Purpose } from '../../../summary/purpose.ts';
import { outcomesOf, type Outcome, type OutcomeCounts } from '../../outcomes.ts';
import { readRecordsView, recordsPanelId, writeRecordsView } from '../../records-view.ts';
import type { Counts } from './use-smooth-counts.ts';
import './outcome-legend.css';

interface OutcomeLegendProps {
  readonly counts: OutcomeCounts;
  readonly purpose: Purpose;
}

/**
 * The counts per outcome. Each links to its log entries or, when pressed again, to all of them; counts of a plan or an undo
 * link to the records.
 */
export function OutcomeLegend({ counts, purpose }: OutcomeLegendProps) {
  return (
    <ul className="outcome-legend" aria-label="Outcomes">
      {outcomesOf(counts, purpose).map((outcome) => (
        <li key={outcome.name} className={`outcome-${outcome.name}`}>
          <Tooltip title={outcome.meaning}>
            <Entry outcome={outcome} toRecords={purpose !== 'copy'} />
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  readonly outcome: Outcome;
  readonly toRecords: boolean;
}

function Entry({ outcome: { name, text, count, meaning }, toRecords, ...hover }: EntryProps) {
  const [search] = useSearchParams();
  const { chosen, view, place } = (toRecords ? recordsOf : linesOf)(search, name);
  const content = (
    <>
      <span className="outcome-legend-name">{text}</span>
      <strong className="numbers">{formatCount(count)}</strong>
      <span className="visually-hidden">{meaning}</span>
    </>
  );
  if (count === 0 && !chosen) return <span {...hover}>{content}</span>;
  return (
    <Link
      {...hover}
      to={{ search: view.toString(), hash: chosen ? '' : place }}
      replace
      preventScrollReset
      {...(chosen ? { 'aria-current': 'true' } : {})}
    >
      {content}
    </Link>
  );
}

/** Whether the lines of an outcome are shown, and the address that shows them, or all again. */
function linesOf(search: URLSearchParams, name: OutcomeKind) {
  const chosen = readLogView(search).outcome === name;
  const view = writeLogView(search, { ...firstView, outcome: chosen ? null : name });
  return { chosen, view, place: logsPanelId };
}

/** The same of the records of an outcome. */
function recordsOf(search: URLSearchParams, name: OutcomeKind) {
  const chosen = readRecordsView(search).outcome === name;
  return { chosen, view: writeRecordsView(search, { outcome: chosen ? null : name }), place: recordsPanelId };
}

/** What the three numbers are called that add up to the processed records. */
const figures: Readonly<Record<Purpose, readonly [success: string, errors: string, skipped: string]>> = {
  copy: ['Success', 'Errors', 'Skipped'],
  dryRun: ['Can be copied', 'Cannot be copied', 'Would be skipped'],
  undo: ['Undone', 'Errors', 'Spared'],
  undoPreview: ['Can be undone', 'Cannot be undone', 'Would be spared'],
};

/** The progress in five numbers, which add up: processed = success + errors + skipped. */
export function ProgressFigures({ counts, purpose }: { readonly counts: Counts; readonly purpose: Purpose }) {
  const [success, errors, skipped] = figures[purpose];
  const { processedCount, targetCount, successCount, errorCount, skipCount } = counts;
  const processed = formatCount(processedCount);
  return (
    <Facts
      figures
      columns={5}
      facts={[
        // Nothing is announced before a run has counted.
        {
          label: 'Processed',
          value: targetCount === 0 ? processed : `${processed} of ${formatCount(targetCount)}`,
        },
        { label: success, value: formatCount(successCount) },
        { label: errors, value: formatCount(errorCount) },
        { label: skipped, value: formatCount(skipCount) },
        { label: 'Percent', value: `${percentOf(processedCount, targetCount)}%` },
      ]}
    />
  );
}
