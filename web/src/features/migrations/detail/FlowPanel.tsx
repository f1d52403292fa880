import type { Migration } from '@ridgeline/contracts';
import { formatCount } from '../../../components/format.ts';
import { Panel } from '../../../components/Panel.tsx';
import { useLiveState } from '../../live/live-context.ts';
import { isFinal } from '../../live/migration-versions.ts';
import { OutcomeBar } from '../OutcomeBar.tsx';
import { typeTexts } from '../texts.ts';
import { Figures } from './Figures.tsx';
import { OutcomeLegend } from './OutcomeLegend.tsx';
import { RateChart } from './RateChart.tsx';
import { Stream } from './Stream.tsx';
import { useSmoothNumber } from './use-smooth-number.ts';
import './flow.css';

/** The show-piece: source and target with the stream between them, and how far it is. */
export function FlowPanel({ migration }: { readonly migration: Migration }) {
  const live = useLiveState();
  const running = migration.status === 'running';
  const stale = running && live.kind !== 'live' && live.kind !== 'connecting';
  return (
    <Panel title="Progress">
      <div className={stale ? 'flow flow-stale' : 'flow'}>
        <div className="flow-sides">
          <Side
            system="acculynx"
            name="AccuLynx"
            detail={migration.connectionName}
            count={migration.targetCount > 0 || isFinal(migration) ? migration.targetCount : null}
            label={`${typeTexts[migration.migrationType].toLowerCase()} to copy`}
          />
          <Stream migration={migration} moving={running && !stale && !migration.waitingFor} />
          <Side
            system="hubspot"
            name="HubSpot"
            detail={migration.hubSpotPortalId ? `Portal ${migration.hubSpotPortalId}` : 'Portal unknown'}
            count={migration.successCount}
            label={`${typeTexts[migration.migrationType].toLowerCase()} up to date`}
          />
        </div>
        <OutcomeBar migration={migration} size="large" />
        <OutcomeLegend migration={migration} />
        {migration.status === 'queued' ? null : <Figures migration={migration} />}
        {running ? <RateChart migrationId={migration.id} /> : null}
      </div>
    </Panel>
  );
}

interface SideProps {
  readonly system: 'acculynx' | 'hubspot';
  readonly name: string;
  readonly detail: string;
  /** Null while it is not known. */
  readonly count: number | null;
  readonly label: string;
}

function Side({ system, name, detail, count, label }: SideProps) {
  const shown = useSmoothNumber(count ?? 0);
  return (
    <div className={`flow-side flow-side-${system}`}>
      <p className="flow-side-name">{name}</p>
      <p className="flow-side-detail" title={detail}>
        {detail}
      </p>
      <p className="flow-side-count numbers">{count === null ? '–' : formatCount(shown)}</p>
      <p className="flow-side-label">{label}</p>
    </div>
  );
}
