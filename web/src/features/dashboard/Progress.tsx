import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { useCurrentMigrations } from '../results/use-current-migrations.ts';
import { firstSteps, FirstStepsPanel } from './FirstStepsPanel.tsx';
import { ResultsPanel } from './ResultsPanel.tsx';
import { useCurrentConnections } from './use-current-connections.ts';

/** The first steps of a company until one migration has completed. */
export function FirstSteps() {
  const connections = useCurrentConnections();
  const migrations = useCurrentMigrations();
  if (!connections.data || !migrations.data) return null;
  const steps = firstSteps(connections.data, migrations.data);
  return steps ? <FirstStepsPanel steps={steps} /> : null;
}

/** The results of the company's connections, once something was started; until then, the first steps say what to do next. */
export function Results() {
  const connections = useCurrentConnections();
  const migrations = useCurrentMigrations();
  const error = connections.error ?? migrations.error;
  if (!connections.data || !migrations.data) {
    // The attention panel reports what could not be loaded.
    return error ? null : (
      <Panel title="Last result of each connection">
        <Loading label="Loading the last results">
          <SkeletonRows rows={3} />
        </Loading>
      </Panel>
    );
  }
  if (connections.data.length === 0 || migrations.data.length === 0) return null;
  return (
    <ResultsPanel
      connections={connections.data}
      migrations={migrations.data}
      error={error}
      onRetry={() => {
        void connections.mutate();
        void migrations.mutate();
      }}
    />
  );
}
