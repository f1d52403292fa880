import type { Express } from 'express';
import { ok, type Answer } from '../http/answer.ts';
import { vendorServer, type Route, type VendorServerParts } from '../http/vendor-server.ts';
import type { Subscription } from './account/subscription-store.ts';
import { withoutNulls } from './answers/without-nulls.ts';
import { accuLynxRules, type AccuLynxWorld } from './requests/acculynx-rules.ts';
import type { AccuLynxCompany } from './requests/company.ts';
import { contactRoutes } from './contacts/contact-routes.ts';
import { contactSearchRoute } from './contacts/contact-search.ts';
import { contactWriteRoutes } from './contacts/contact-write-routes.ts';
import { customFieldRoutes } from './jobs/custom-field-routes.ts';
import { insuranceRoutes } from './jobs/insurance-routes.ts';
import { jobListingRoutes } from './jobs/job-listing-routes.ts';
import { jobMessageRoutes } from './jobs/job-message-routes.ts';
import { jobRoutes } from './jobs/job-routes.ts';
import { jobWriteRoutes } from './jobs/job-write-routes.ts';
import { milestoneRoutes } from './jobs/milestone-routes.ts';
import { moneyRoutes } from './jobs/money-routes.ts';
import { representativeRoutes } from './jobs/representative-routes.ts';
import type { Quirks } from './requests/paging.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { userRoutes } from './settings/user-routes.ts';
import { subscriptionRoutes } from './webhooks/subscription-routes.ts';

/** Null properties are left out of every answer, unless the switch says otherwise. */
const trimmed = (quirks: () => Quirks, route: Route<AccuLynxCompany>): Route<AccuLynxCompany> => ({
  ...route,
  handle: (request): Answer => {
    const answer = route.handle(request);
    return quirks().nulls === 'sent' ? answer : { ...answer, body: withoutNulls(answer.body) };
  },
});

/** The sender of test events. */
interface EventSender {
  readonly sendTestEvent: (company: AccuLynxCompany, subscription: Subscription, topicName: string) => void;
}

/** AccuLynx's data API under `/api/v2` and the management of webhooks under `/webhooks/v2`. */
export function accuLynxServer(world: AccuLynxWorld & VendorServerParts & EventSender): Express {
  const now = () => world.clock.now();
  const quirks = () => world.settings().quirks;
  const ping: Route<AccuLynxCompany> = {
    method: 'get',
    path: '/api/v2/diagnostics/ping',
    handle: () => ok({ date: new Date(now()).toISOString() }),
  };
  const routes = [
    ping,
    contactSearchRoute(quirks),
    ...contactRoutes(now, quirks),
    ...contactWriteRoutes(now, quirks),
    ...jobListingRoutes(now, quirks),
    ...jobMessageRoutes(now, quirks),
    ...jobRoutes(quirks),
    ...milestoneRoutes(quirks),
    ...moneyRoutes(quirks),
    ...insuranceRoutes(now, quirks),
    ...representativeRoutes(now, quirks),
    ...customFieldRoutes(now, quirks),
    ...jobWriteRoutes(now, quirks),
    ...settingsRoutes(now, quirks),
    ...userRoutes(quirks),
    ...subscriptionRoutes(now, quirks, world.sendTestEvent),
  ];
  return vendorServer(
    accuLynxRules(world),
    routes.map((route) => trimmed(quirks, route)),
    world,
  );
}
