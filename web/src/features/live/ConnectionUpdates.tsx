import { connectionUpdateSchema } from '@ridgeline/contracts';
import { useEffect, useMemo } from 'react';
import { useSWRConfig } from 'swr';
import { createConnectionRefetch } from './connection-refetch.ts';
import { useLiveEvent, useLiveGap } from './use-live-event.ts';

/** Keeps what any page shows of connections as the server has it. */
export function ConnectionUpdates() {
  const { mutate } = useSWRConfig();
  const refetch = useMemo(() => createConnectionRefetch(mutate), [mutate]);
  useLiveEvent('connection-update', connectionUpdateSchema, ({ id }) => {
    refetch.changed(id);
  });
  useLiveGap(refetch.all);
  useEffect(() => refetch.stop, [refetch]);
  return null;
}
