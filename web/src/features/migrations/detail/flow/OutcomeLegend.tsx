import { Link, useSearchParams } from 'react-router-dom';
import { Tooltip } from '../../../../ui/controls/Tooltip.tsx';
import { Facts } from '../../../../ui/page/Panel.tsx';
import { formatCount, percentOf } from '../../../../ui/text/format.ts';
import { firstView, readLogView, writeLogView } from '../../logs/log-view.ts';
import { logsPanelId } from '../../logs/use-scroll-to-logs.ts';
import { outcomesOf, type Outcome, type OutcomeCounts } from '../../outcomes.ts';
import type { Counts } from './use-smooth-counts.ts';
import './outcome-legend.css';

/** What became of the records, in numbers; each leads to its lines in the logs, and pressed again to all of them. */
export function OutcomeLegend({ counts }: { readonly counts: OutcomeCounts }) {
  return (
    <ul className="outcome-legend" aria-label="Outcomes">
      {outcomesOf(counts).map((outcome) => (
        <li key={outcome.name} className={`outcome-${outcome.name}`}>
          <Tooltip title={outcome.meaning}>
            <Entry outcome={outcome} />
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}

function Entry({ outcome: { name, text, count, meaning }, ...hover }: { readonly outcome: Outcome }) {
  const [search] = useSearchParams();
  const chosen = readLogView(search).outcome === name;
  const content = (
    <>
      <span className="outcome-legend-name">{text}</span>
      <strong className="numbers">{formatCount(count)}</strong>
      <span className="visually-hidden">{meaning}</span>
    </>
  );
  if (count === 0 && !chosen) return <span {...hover}>{content}</span>;
  const view = writeLogView(search, { ...firstView, outcome: chosen ? null : name });
  return (
    <Link
      {...hover}
      to={{ search: view.toString(), hash: chosen ? '' : logsPanelId }}
      replace
      preventScrollReset
      {...(chosen ? { 'aria-current': 'true' } : {})}
    >
      {content}
    </Link>
  );
}

/** How far it is in five numbers: they add up, processed = success + errors + skipped. */
export function ProgressFigures({ counts }: { readonly counts: Counts }) {
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
        { label: 'Success', value: formatCount(successCount) },
        { label: 'Errors', value: formatCount(errorCount) },
        { label: 'Skipped', value: formatCount(skipCount) },
        { label: 'Percent', value: `${percentOf(processedCount, targetCount)}%` },
      ]}
    />
  );
}
