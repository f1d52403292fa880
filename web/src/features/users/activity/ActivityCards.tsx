import type { Activity } from '@ridgeline/contracts';
import { formatMoment } from '../../../ui/text/format.ts';
import { actionTexts, deviceText, partyText } from './activity-texts.ts';
import { ActivityResult } from './ActivityResult.tsx';

/** The trail on phones: a card for each line. */
export function ActivityCards({ entries }: { readonly entries: readonly Activity[] }) {
  return (
    <ul className="user-cards" aria-label="Activity">
      {entries.map((entry) => (
        <ActivityCard key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function ActivityCard({ entry }: { readonly entry: Activity }) {
  const { at, action, result, actor, target, companyId, address, userAgent, detail } = entry;
  const whom = partyText(target);
  const where = [address, deviceText(userAgent)].filter(Boolean).join(' · ');
  return (
    <li>
      <div className="activity-head">
        <strong>{actionTexts[action]}</strong>
        <ActivityResult result={result} />
      </div>
      <p className="activity-line">
        {partyText(actor) ?? 'Unknown'}
        {whom ? ` → ${whom}` : ''}
        {companyId ? ` (${companyId})` : ''}
      </p>
      {detail ? <p className="user-cards-note">{detail}</p> : null}
      <p className="user-cards-note numbers">
        <time dateTime={at}>{formatMoment(at)}</time>
        {where ? ` · ${where}` : ''}
      </p>
    </li>
  );
}
