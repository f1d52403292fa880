import { createMigration, listMigrations, type Connection } from '@ridgeline/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { useCommand } from '../../../api/use-command.ts';
import { queryKey } from '../../../api/use-query.ts';
import { useToast } from '../../../components/toast/toast-context.ts';
import { createdToast, gather, type Created } from './created.ts';
import type { MigrationOptions } from './new-migration.ts';

interface CreateMigrations {
  /** One call per connection. Throws the first error when all of them failed. */
  readonly create: (options: MigrationOptions) => Promise<void>;
  /** The last creation in which every call failed. */
  readonly failed: Created | null;
}

/** Starts a migration for each connection; a single one is shown at once, several in the history. */
export function useCreateMigrations(
  connections: readonly Connection[],
  onCreated: () => void,
): CreateMigrations {
  const send = useCommand(createMigration);
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  const toast = useToast();
  const [failed, setFailed] = useState<Created | null>(null);

  const create = async (options: MigrationOptions) => {
    const calls = connections.map(({ id }) => send({ body: { ...options, connectionId: id } }));
    const created = gather(await Promise.allSettled(calls));
    const [first, ...others] = created.migrations;
    if (!first) {
      setFailed(created);
      throw created.errors[0];
    }
    toast(createdToast(created));
    void mutate(queryKey(listMigrations));
    if (others.length === 0 && created.errors.length === 0) await navigate(`/migrations/${first.id}`);
    else onCreated();
  };
  return { create, failed };
}
