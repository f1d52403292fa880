import type { Migration } from '@ridgeline/contracts';
import { Tooltip } from 'antd';
import { Link } from 'react-router-dom';
import { formatCount } from '../../../components/format.ts';
import { outcomesOf, type Outcome, type OutcomeName } from '../outcomes.ts';
import './outcome-legend.css';

/** The outcomes whose records are named in the logs, and the level they have there. */
const logLevels: Partial<Record<OutcomeName, string>> = { skipped: 'warning', failed: 'error' };

/** What became of the records, in numbers; skipped and failed ones lead to their lines in the logs. */
export function OutcomeLegend({ migration }: { readonly migration: Migration }) {
  return (
    <ul className="outcome-legend">
      {outcomesOf(migration).map((outcome) => (
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
  const level = logLevels[name];
  const content = (
    <>
      <span className="outcome-legend-name">{text}</span>
      <strong className="numbers">{formatCount(count)}</strong>
      <span className="visually-hidden">{meaning}</span>
    </>
  );
  return level && count > 0 ? (
    <Link {...hover} to={`?level=${level}`} replace preventScrollReset>
      {content}
    </Link>
  ) : (
    <span {...hover}>{content}</span>
  );
}
