import { z } from 'zod';
import { noContent, ok } from '../http/answer.ts';
import { SETTINGS_LISTS } from '../seed/settings-book.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { companyFinder } from './control-company.ts';
import { controlError, found, listAnswer, type ControlRoute } from './control-route.ts';

const listParameter = z.enum(SETTINGS_LISTS);
const listBody = z.strictObject({
  count: z.int().nonnegative().max(5_000).optional(),
  archived: z.array(z.string()).optional(),
});
const subscriptionBody = z.strictObject({
  enabled: z.boolean().exactOptional(),
  consumerUrl: z.url().exactOptional(),
});

/** A company's settings and subscriptions at AccuLynx, as its users or AccuLynx itself change them. */
export function settingsSourceRoutes(simulation: Simulation): ControlRoute[] {
  const companyIn = companyFinder(simulation);
  const base = '/__sim/acculynx/:companyId';
  return [
    {
      method: 'put',
      path: `${base}/settings/:list`,
      about: `Gives a list of the settings {count} rows, and switches off those of the names {archived}: ${SETTINGS_LISTS.join(', ')}. Without insurance companies a company has no insurance.`,
      handle: (request) => {
        const { settings } = companyIn(request).data;
        const list = listParameter.parse(request.params['list']);
        const { count, archived } = listBody.parse(request.body);
        if (count !== undefined) settings.resize(list, count);
        if (archived !== undefined) settings.archive(list, archived);
        return noContent();
      },
    },
    {
      method: 'get',
      path: `${base}/subscriptions`,
      about: 'Lists the webhook subscriptions of a company, with the test events that were asked for.',
      handle: (request) => ok(companyIn(request).subscriptions.list()),
    },
    {
      method: 'get',
      path: `${base}/deliveries`,
      about:
        'Lists the newest deliveries of events to a company’s subscriptions, oldest first, with every try; up to 50,000 over all companies.',
      handle: (request) =>
        listAnswer(simulation.deliveries.log.list(companyIn(request).companyId), request.ndjson),
    },
    {
      method: 'get',
      path: '/__sim/deliveries',
      about:
        'Counts deliveries of all companies since the start: events, tries, how they ended {accepted, failed, nowhere, dropped} and what happened to them {lost, doubled, reordered, late, held, silent}.',
      handle: () => ok(simulation.deliveries.log.counts),
    },
    {
      method: 'post',
      path: '/__sim/deliveries/releases',
      about: 'Sends the events that are held, of all companies; answers how many {released}.',
      handle: () => ok({ released: simulation.deliveries.release() }),
    },
    {
      method: 'patch',
      path: `${base}/subscriptions/:id`,
      about:
        'Disables a subscription {enabled}, as AccuLynx does after failed deliveries, or enables it; or has it send to another {consumerUrl}, which the API cannot.',
      handle: (request) => {
        const change = subscriptionBody.parse(request.body);
        const { subscriptions } = companyIn(request);
        const changed = subscriptions.change(request.params['id'] ?? '', change, simulation.clock.now());
        return ok(found(changed, 'subscription'));
      },
    },
    {
      method: 'delete',
      path: `${base}/subscriptions/:id`,
      about: 'Deletes a subscription behind the API’s back.',
      handle: (request) =>
        companyIn(request).subscriptions.delete(request.params['id'] ?? '')
          ? noContent()
          : controlError(404, 'Unknown subscription.'),
    },
  ];
}
