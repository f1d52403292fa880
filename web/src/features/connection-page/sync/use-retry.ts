import {
  listSyncDeadLetters,
  listSyncs,
  retrySyncDeadLetters,
  type SyncDeadLetter,
} from '@ridgeline/contracts';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { useCommand } from '../../../api/command.ts';
import { queryKey } from '../../../api/use-query.ts';
import { formatRecords } from '../../../ui/text/format.ts';
import { useToast } from '../../../ui/toast/use-toast.ts';
import { recordNoun } from '../../sync/sync-display.ts';

type Failed = Pick<SyncDeadLetter, 'kind' | 'sourceId'>;

/** Names a record among those of its connection. */
export const keyOf = ({ kind, sourceId }: Failed): string => `${kind} ${sourceId}`;

/** Makes failed records due again: one, or all. `retrying` is 'all' or the key of the record that is being retried. */
export function useRetry(connectionId: number) {
  const send = useCommand(retrySyncDeadLetters);
  const { mutate } = useSWRConfig();
  const toast = useToast();
  const [retrying, setRetrying] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const params = { id: String(connectionId) };
  const retry = async (what: Failed | 'all') => {
    setRetrying(what === 'all' ? what : keyOf(what));
    setFailure(null);
    try {
      const body = what === 'all' ? {} : { records: [{ kind: what.kind, sourceId: what.sourceId }] };
      const { retried } = await send({ params, body });
      toast({
        title: `${formatRecords(retried, recordNoun)} queued`,
        description: 'The result appears under “Copied records”.',
      });
      const changed = [queryKey(listSyncs), queryKey(listSyncDeadLetters, { params })];
      await mutate((key) => typeof key === 'string' && changed.includes(key.split('?')[0] ?? key));
    } catch (error) {
      setFailure(error);
    }
    setRetrying(null);
  };
  return { retry, retrying, failure };
}
