import { allMigrations, currentMigrations, type Connection } from '@ridgeline/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { queryKey } from '../../../api/use-query.ts';
import { useToast } from '../../../ui/toast/use-toast.ts';
import { createdToast, failedToast, gather, type Created } from './CreationFailure.tsx';
import { useNewMigration } from '../use-new-migration.ts';
import type { MigrationOptions } from './new-migration.ts';

interface CreateMigrations {
  /** One call per connection. Throws the first error when all of them failed. */
  readonly create: (options: MigrationOptions) => Promise<void>;
  /** The last creation in which a call failed. */
  readonly failed: Created | null;
}

const pages = `${queryKey(allMigrations)}?`;
const current = queryKey(currentMigrations);

/**
 * Creates a migration for each connection. If all succeed, the dialog closes: a single migration opens immediately, several
 * appear in the history. If some fail, `on.failed` receives their connections so that the user can retry those.
 */
export function useCreateMigrations(
  connections: readonly Connection[],
  on: { readonly created: () => void; readonly failed: (ids: readonly number[]) => void },
): CreateMigrations {
  const send = useNewMigration();
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  const toast = useToast();
  const [failed, setFailed] = useState<Created | null>(null);

  const create = async (options: MigrationOptions) => {
    setFailed(null);
    const calls = connections.map(({ id }) => send({ ...options, connectionId: id }));
    const created = gather(connections, await Promise.allSettled(calls));
    const { migrations, failures } = created;
    const [first, ...others] = migrations;
    if (failures.length > 0) setFailed(created);
    if (!first) {
      toast(failedToast(created));
      throw failures[0]?.error;
    }
    toast(createdToast(created));
    void mutate((key) => typeof key === 'string' && (key === current || key.startsWith(pages)));
    if (failures.length > 0) on.failed(failures.map(({ connection }) => connection.id));
    else if (others.length > 0) on.created();
    else await navigate(`/migrations/${first.id}`);
  };
  return { create, failed };
}
