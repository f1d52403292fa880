import type { ConnectionUpdate } from '@ridgeline/contracts';
import { topics } from '@ridgeline/events';
import type { EventHandler, Subscription } from '@ridgeline/kafka';
import { subscribeEveryProcess } from '../events/every-process.ts';
import type { LiveConsumerParts } from './live-consumer.ts';
import type { LiveHub } from './live-hub.ts';

/** Tells a company's pages which of its connections to fetch anew. */
function handleConnectionChanges(hub: Pick<LiveHub, 'tell'>): EventHandler<typeof topics.connection.schema> {
  return ({ value: { companyId, connectionId, deleted } }) => {
    const update: ConnectionUpdate = { id: connectionId, deleted };
    hub.tell(companyId, 'connection-update', update);
    return Promise.resolve({ verdict: 'done' });
  };
}

/** Every process tells its own readers. */
export function startConnectionConsumer({
  kafka,
  hub,
  onFailure,
}: Omit<LiveConsumerParts, 'onShown'>): Promise<Subscription> {
  return subscribeEveryProcess(kafka, {
    topic: topics.connection,
    name: 'gateway-connections',
    handler: handleConnectionChanges(hub),
    onFailure,
  });
}
