import { z } from 'zod';
import { noContent, ok, type Answer } from '../../http/answer.ts';
import type { Route, VendorRequest } from '../../http/vendor-server.ts';
import { isPublicHttps } from '../account/consumer-url.ts';
import type { Subscription } from '../account/subscription-store.ts';
import { TOPICS, isTopic } from '../account/topics.ts';
import { refuse } from '../answers/errors.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import { byRecordOffset, pageSizeOf, wholeNumber, type Page, type Quirks } from '../requests/paging.ts';
import { bodyAs } from '../requests/request-body.ts';

type Request = VendorRequest<AccuLynxCompany>;

const BASE = '/webhooks/v2';
const SIZES = { fallback: 25, cap: 100 } as const;

const contact = z.email();
const topics = z.array(z.string()).min(1);

const newBody = z.object({
  /** A missing address is a 412, like an invalid one. */
  consumerUrl: z.string().default(''),
  techContact: contact,
  topicNames: topics,
  integrationType: z.enum(['Api', 'Zapier']).default('Api'),
});
/** The contact has another name here; other fields, such as the address, are ignored. */
const changeBody = z.object({
  technicalContact: contact.exactOptional(),
  topicNames: topics.exactOptional(),
});
const testBody = z.object({ topicName: z.string() });

const requireTopics = (names: readonly string[]): void => {
  for (const name of names) if (!isTopic(name)) refuse(412, `The topic '${name}' does not exist.`);
};

const unknown = (): never => refuse(404, 'The subscription was not found.');
const storeOf = ({ subject }: Request) => subject.subscriptions;
const idOf = ({ params }: Request): string => params['subscriptionId'] ?? '';
const subscriptionIn = (request: Request): Subscription => storeOf(request).get(idOf(request)) ?? unknown();

const rendered = (subscription: Subscription, quirks: Quirks) => {
  const { id, consumerUrl, topicNames, integrationType, createdDate, modifiedDate } = subscription;
  const status = subscription.enabled ? 'Enabled' : 'Disabled';
  return {
    id,
    _link: `https://api.acculynx.com${BASE}/subscriptions/${id}`,
    consumerUrl,
    topicNames,
    integrationType,
    createdDate,
    modifiedDate,
    status: quirks.subscriptionStatus === 'Enabled' ? status : status.toLowerCase(),
    [quirks.techContactKey]: subscription.techContact,
  };
};

const FILTERS: Readonly<Record<string, (subscription: Subscription) => boolean>> = {
  All: () => true,
  Active: ({ enabled }) => enabled,
  Inactive: ({ enabled }) => !enabled,
};

/** Subscriptions to webhooks and their topics, below a base address of their own (docs/vendors/acculynx.md, 6.1, 6.2). */
export function subscriptionRoutes(
  now: () => number,
  quirks: () => Quirks,
  sendTestEvent: (company: AccuLynxCompany, subscription: Subscription, topicName: string) => void,
): Route<AccuLynxCompany>[] {
  /** A start past the end is a 416, even for an empty list. */
  const paged = <T>({ call: { query } }: Request, rows: readonly T[]): Page<T> => {
    const pageSize = pageSizeOf(query, SIZES, quirks());
    const start = wholeNumber(query, 'pageStartIndex', 0, quirks());
    if (start >= rows.length && quirks().subscriptionsPastEnd === '416')
      refuse(416, 'The requested page start index is beyond the available data.');
    return byRecordOffset(rows, start, pageSize);
  };

  const list = (request: Request): Answer => {
    const filter = request.call.query.get('subscriptionStatusQueryFilter') ?? 'All';
    const wanted =
      FILTERS[filter] ?? refuse(Number(quirks().wrongType), `The value '${filter}' could not be converted.`);
    const page = paged(request, storeOf(request).list().filter(wanted));
    return ok({ ...page, items: page.items.map((each) => rendered(each, quirks())) });
  };

  const create = (request: Request): Answer => {
    const input = bodyAs(newBody, request.body(), quirks());
    const { consumerUrl } = input;
    const fits = quirks().consumerUrls === 'any' ? URL.canParse(consumerUrl) : isPublicHttps(consumerUrl);
    if (!fits) refuse(412, 'consumerUrl must be a valid URL.');
    requireTopics(input.topicNames);
    return ok({ subscriptionId: storeOf(request).create(input, now()).id });
  };

  const change = (request: Request): Answer => {
    const { technicalContact, topicNames } = bodyAs(changeBody, request.body(), quirks());
    requireTopics(topicNames ?? []);
    const given = {
      ...(technicalContact === undefined ? {} : { techContact: technicalContact }),
      ...(topicNames === undefined ? {} : { topicNames }),
    };
    const changed = storeOf(request).change(idOf(request), given, now());
    return changed === null ? unknown() : { status: Number(quirks().subscriptionPut) };
  };

  const testEvent = (request: Request): Answer => {
    const subscription = subscriptionIn(request);
    const { id, testEvents } = subscription;
    const { topicName } = bodyAs(testBody, request.body(), quirks());
    requireTopics([topicName]);
    storeOf(request).change(id, { testEvents: [...testEvents, topicName] }, now());
    sendTestEvent(request.subject, subscription, topicName);
    return { status: 202 };
  };

  const [all, one] = [`${BASE}/subscriptions`, `${BASE}/subscriptions/:subscriptionId`];
  return [
    { method: 'get', path: all, handle: list },
    { method: 'post', path: all, handle: create },
    { method: 'get', path: one, handle: (request) => ok(rendered(subscriptionIn(request), quirks())) },
    { method: 'put', path: one, handle: change },
    {
      method: 'delete',
      path: one,
      handle: (request) => (storeOf(request).delete(idOf(request)) ? noContent() : unknown()),
    },
    { method: 'post', path: `${one}/test-event`, handle: testEvent },
    { method: 'get', path: `${BASE}/topics`, handle: (request) => ok(paged(request, TOPICS)) },
  ];
}
