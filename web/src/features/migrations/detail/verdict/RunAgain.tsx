import { createMigration, objectTypes, type Migration } from '@ridgeline/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCommand } from '../../../../api/use-command.ts';
import { useFailureToast } from '../../../../components/toast/use-failure-toast.ts';
import { useToast } from '../../../../components/toast/toast-context.ts';

/** Creates a migration with the same settings and shows it. What is in HubSpot already is recognized, so that it is safe. */
export function RunAgain({
  migration,
  primary,
}: {
  readonly migration: Migration;
  readonly primary: boolean;
}) {
  const create = useCommand(createMigration);
  const failing = useFailureToast({ title: 'Error', fallback: 'Failed to create migration' });
  const toast = useToast();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { id } = await failing(() => create({ body: settingsOf(migration) }));
      toast({ title: 'Migration Created' });
      await navigate(`/migrations/${id}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      type={primary ? 'primary' : 'default'}
      loading={busy}
      // The toast has told of a failure.
      onClick={() => void run().catch(() => undefined)}
    >
      Run again
    </Button>
  );
}

/** What a migration was created with; of the options those of its type. */
const settingsOf = (migration: Migration) => {
  const { connectionId, migrationType, batchSize, concurrency, delayMs } = migration;
  const options = objectTypes[migrationType].options.parse(migration);
  return { connectionId, migrationType, batchSize, concurrency, delayMs, ...options };
};
