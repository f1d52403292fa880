import type { Connection } from '@ridgeline/contracts';
import type { Page, Route } from 'playwright-core';

/** How the list of connections is answered. */
export type ListAnswer =
  | 'never'
  | 'failure'
  | ((connections: readonly Connection[]) => readonly Connection[]);

const failure = {
  error: 'Something went wrong on our side',
  message: 'Something went wrong on our side',
  code: 'server.failed',
  requestId: 'r-1',
};

async function fulfil(route: Route, answer: ListAnswer): Promise<void> {
  // A call that is never answered ends with its page.
  if (answer === 'never') return;
  if (answer === 'failure') return route.fulfill({ status: 500, json: failure });
  const response = await route.fetch();
  await route.fulfill({ json: answer((await response.json()) as Connection[]) });
}

/** Controls the answers to the page's requests for connections; the returned function changes them for later calls. */
export async function answerList(page: Page): Promise<(answer: ListAnswer) => void> {
  let current: ListAnswer = (connections) => connections;
  await page.route('**/api/connections', (route) => fulfil(route, current));
  return (answer) => {
    current = answer;
  };
}

const troubles: readonly Partial<Connection>[] = [
  {},
  { acculynxStatus: 'invalid', acculynxReason: 'AccuLynx does not accept this API key (401).' },
  { hubspotStatus: 'invalid', hubspotReason: 'HubSpot does not accept this token (401).' },
  { webhookStatus: 'error', webhookReason: 'AccuLynx has disabled the subscription.' },
  { webhookStatus: 'pending', webhookReason: null },
  { acculynxStatus: 'pending', hubspotStatus: 'pending', lastCheckedAt: null, lastSync: null },
];

/**
 * So many connections, all copied from the first one, which is included: with long names, and with every problem that one
 * can have.
 */
export const manyOf =
  (count: number) =>
  ([first]: readonly Connection[]): readonly Connection[] => {
    if (!first) throw new Error('The company has no connection');
    return Array.from({ length: count }, (_, index) => {
      const name = `Ridge ${String(index + 1).padStart(4, '0')}`;
      const long = `${name} - Consolidated Roofing & Exteriors of the Greater North Platte Valley`;
      const trouble = troubles[index % troubles.length];
      return { ...first, ...trouble, id: first.id + index, name: index % 4 === 1 ? long : name };
    });
  };
