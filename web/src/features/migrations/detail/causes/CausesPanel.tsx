import { objectTypes, type IssueKind, type Migration } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { Panel } from '../../../../ui/page/Panel.tsx';
import { useScrollToPanel } from '../../../../ui/page/use-scroll-to-panel.ts';
import { formatCount } from '../../../../ui/text/format.ts';
import { HelpLink } from '../../../help/HelpLink.tsx';
import { firstView, writeLogView } from '../../logs/log-view.ts';
import { logsPanelId } from '../../logs/use-scroll-to-logs.ts';
import { recordsPanelId, writeRecordsView } from '../../records-view.ts';
import { countInWords } from '../../record-words.ts';
import { causesPanelId } from '../panel-ids.ts';
import { isThere, useConnectionState } from '../use-connection-state.ts';
import { purposeOf, type Purpose } from '../../../summary/purpose.ts';
import { VendorLinks } from '../../../records/VendorLinks.tsx';
import { causeExport, exampleLinks, fixLinks } from './cause-links.ts';
import type { Cause } from './causes.ts';
import { RetryCause } from './RetryCause.tsx';
import { useCauses } from './use-causes.ts';
import './causes.css';

type IssueTexts = Readonly<Record<IssueKind, string>>;

const undone: IssueTexts = { failed: 'Failed', skipped: 'Spared', warned: 'Undone in part' };
const issueTexts: Readonly<Record<Purpose, IssueTexts>> = {
  copy: { failed: 'Failed', skipped: 'Skipped', warned: 'Copied with warnings' },
  dryRun: {
    failed: 'Cannot be copied',
    skipped: 'Would be skipped',
    warned: 'Would be copied with warnings',
  },
  undo: undone,
  undoPreview: {
    failed: 'Cannot be undone',
    skipped: 'Would be spared',
    warned: 'Would be undone in part',
  },
};

/** What was not copied exactly as in AccuLynx, by cause: why, what to do, and where. Nothing if everything was. */
export function CausesPanel({ migration }: { readonly migration: Migration }) {
  const causes = useCauses(migration);
  const connectionGone = !isThere(useConnectionState(migration));
  useScrollToPanel(causesPanelId, causes.length > 0);
  if (causes.length === 0) return null;
  const issueKinds = [...Map.groupBy(causes, ({ issue }) => issue)];
  return (
    <Panel title="Needs review" id={causesPanelId} marks={<HelpLink to="causes" />}>
      <div className="causes">
        {issueKinds.map(([issue, alike]) => (
          <section key={issue} className={`causes-${issue}`}>
            <h3>{issueTexts[purposeOf(migration)][issue]}</h3>
            <ul>
              {alike.map((cause) => (
                <CauseItem
                  key={`${cause.kind} ${cause.code}`}
                  cause={cause}
                  migration={migration}
                  connectionGone={connectionGone}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  );
}

interface CauseProps {
  readonly cause: Cause;
  readonly migration: Migration;
  readonly connectionGone: boolean;
}

function CauseItem({ cause, migration, connectionGone }: CauseProps) {
  const { kind, issue, code, count, text, fix, examples, missing } = cause;
  const view = {
    outcome: issue === 'warned' ? null : issue,
    kind: kind === objectTypes[migration.migrationType].name ? null : kind,
    reason: code,
  };
  const records = writeRecordsView(new URLSearchParams(), view);
  const [see, take] = ['See', 'Export'].map((verb) => `${verb} the ${formatCount(count)}`);
  const lines = writeLogView(new URLSearchParams(), { ...firstView, text });
  return (
    <li>
      <p>
        <strong className="numbers">{countInWords(kind, count)}</strong> {text}
      </p>
      <p className="causes-fix">{fix.text}</p>
      {missing.length > 0 ? (
        <ul className="causes-missing">
          {missing.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      ) : null}
      {examples.length > 0 ? (
        <ul className="causes-examples">
          {examples.map((example) => (
            <li key={example.sourceId}>
              <bdi>{example.name ?? 'Record'}</bdi>
              <VendorLinks about={example.name ?? 'Record'} links={exampleLinks(cause, example, migration)} />
            </li>
          ))}
        </ul>
      ) : null}
      <div className="causes-links">
        <RetryCause cause={cause} migration={migration} usable={!connectionGone} />
        <Link
          to={{ search: records.toString(), hash: recordsPanelId }}
          preventScrollReset
          aria-label={`${see}: ${text}`}
        >
          {see}
        </Link>
        <a href={causeExport(migration.id, cause)} download aria-label={`${take}: ${text}`}>
          {take}
        </a>
        <Link to={{ search: lines.toString(), hash: logsPanelId }} preventScrollReset>
          Show in the log
        </Link>
        <VendorLinks about={text} links={fixLinks(cause, migration)} />
        {fix.places.includes('connection') && !connectionGone ? (
          <Link to={`/connections/${migration.connectionId}`}>Open the connection</Link>
        ) : null}
      </div>
    </li>
  );
}
