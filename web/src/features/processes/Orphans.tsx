import {
  cleanUpProcesses,
  getOrphanedProcesses,
  getProcessHealth,
  type MigrationProcess,
} from '@ridgeline/contracts';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { useCommand } from '../../api/command.ts';
import { queryKey } from '../../api/use-query.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FailureAlert, Notice } from '../../ui/controls/Notice.tsx';

interface CleanupState {
  readonly cleaning: boolean;
  /** What the last cleanup did, in words. */
  readonly done: string | null;
  readonly failure: unknown;
}

const idle: CleanupState = { cleaning: false, done: null, failure: null };

const ofOne =
  'It misses its heartbeats or crashed, and no other process has taken its migration yet. ' +
  'The next free worker takes it automatically, usually within seconds; cleaning up offers it immediately.';
const ofMany =
  'They miss their heartbeats or crashed, and no other processes have taken their migrations yet. ' +
  'The next free workers take them automatically, usually within seconds; cleaning up offers them immediately.';

/** Processes that miss their heartbeats or have crashed, with a button to release their runs without waiting. */
export function Orphans({ orphans }: { readonly orphans: readonly MigrationProcess[] }) {
  const cleanUp = useCommand(cleanUpProcesses);
  const { mutate } = useSWRConfig();
  const [{ cleaning, done, failure }, setState] = useState(idle);
  const clean = async () => {
    setState({ ...idle, cleaning: true });
    try {
      const { message } = await cleanUp();
      setState({ ...idle, done: message });
    } catch (error) {
      setState({ ...idle, failure: error });
    }
    for (const endpoint of [getProcessHealth, getOrphanedProcesses]) void mutate(queryKey(endpoint));
  };
  const { length } = orphans;
  return (
    <>
      {length > 0 ? (
        <Notice
          role="alert"
          tone="warning"
          title={`${length} orphaned ${length === 1 ? 'process' : 'processes'}`}
          text={
            <>
              <p>{length === 1 ? ofOne : ofMany} Healthy processes are left alone, and no data is lost.</p>
              <Button className="orphans-cleanup" loading={cleaning} onClick={() => void clean()}>
                Clean up
              </Button>
            </>
          }
        />
      ) : null}
      {failure ? (
        <FailureAlert title="The cleanup failed" error={failure} fallback="An unexpected error occurred" />
      ) : null}
      <p className="process-note" role="status">
        {done}
      </p>
    </>
  );
}
