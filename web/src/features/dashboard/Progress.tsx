import { listConnections } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { useCurrentMigrations } from '../migrations/use-migrations.tsx';
import { firstSteps, FirstStepsPanel } from './FirstStepsPanel.tsx';
import { ResultsPanel } from './ResultsPanel.tsx';

/** How far the company has come: its first steps until one migration has completed, and what its connections brought. */
export function Progress() {
  const connections = useQuery(listConnections);
  const migrations = useCurrentMigrations();
  const error = connections.error ?? migrations.error;
  if (!connections.data || !migrations.data) {
    // What could not be loaded is told where it needs attention.
    return error ? null : (
      <Panel title="Last result of each connection">
        <Loading label="Loading the last results">
          <SkeletonRows rows={3} />
        </Loading>
      </Panel>
    );
  }
  const steps = firstSteps(connections.data, migrations.data);
  return (
    <>
      {steps ? <FirstStepsPanel steps={steps} /> : null}
      {connections.data.length > 0 ? (
        <ResultsPanel
          connections={connections.data}
          migrations={migrations.data}
          error={error}
          onRetry={() => {
            void connections.mutate();
            void migrations.mutate();
          }}
        />
      ) : null}
    </>
  );
}
