import type { Migration } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { migrationTitle } from '../../../summary/purpose.ts';
import { isPaused } from '../../running-migrations.ts';
import { useCurrentMigrations } from '../../../results/use-current-migrations.ts';
import { holderOf } from './queue.ts';

/** What a queued migration waits for, with the way to it. */
export function QueueNote({ migration }: { readonly migration: Migration }) {
  const { data } = useCurrentMigrations();
  const holder = data ? holderOf(migration, data) : null;
  if (holder === null)
    return <p>It starts as soon as a worker is free and its HubSpot portal is not in use.</p>;
  return (
    <p>
      <Link to={`/migrations/${holder.id}`}>
        {migrationTitle(holder)} of {holder.connectionName}
      </Link>{' '}
      {isPaused(holder)
        ? 'is paused and keeps the HubSpot portal: resume or cancel it.'
        : 'uses the same HubSpot portal and comes first.'}
    </p>
  );
}
