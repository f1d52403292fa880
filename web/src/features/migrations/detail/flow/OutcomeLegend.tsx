import { Link, useSearchParams } from 'react-router-dom';
import { Tooltip } from '../../../../ui/controls/Tooltip.tsx';
import { formatCount } from '../../../../ui/text/format.ts';
import { firstView, readLogView, writeLogView } from '../../logs/log-view.ts';
import { logsPanelId } from '../../logs/panel-id.ts';
import { outcomesOf, type Outcome, type OutcomeCounts } from '../../outcomes.ts';
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
