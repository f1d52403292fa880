import { createTransport, type CallSignals, type TransportOptions } from '@ridgeline/vendor-http';
import { z } from 'zod';
import { acculynxOutcome, isGone, isPastEnd, type AcculynxOutcome } from './acculynx-outcome.ts';
import { jobDetailCalls, type JobDetailCalls } from './job-detail-calls.ts';
import type { FetchPage, ListSpec } from './reading/list-page.ts';
import {
  contactOfId,
  contactsPageSchema,
  type AcculynxContact,
  type ContactsPage,
} from './records/contact.ts';
import { jobsPageSchema, type JobsPage } from './records/job.ts';
import { jobsParameters, type JobsQuery } from './records/jobs-query.ts';
import { pagePastEnd } from './records/list-answer.ts';
import { companySettingsSchema, type CompanySettings } from './records/settings.ts';
import type { UnreadableRecord } from './records/unreadable-record.ts';
import { settingsCalls, type Get, type SettingsCalls } from './settings-calls.ts';
import { subscriptionCalls, type SubscriptionCalls } from './subscription-calls.ts';

/** The production address; `baseUrl` is scheme and host, the paths below it belong to the client. */
export const acculynxAddress = 'https://api.acculynx.com';

/** AccuLynx refuses larger pages of contacts (vendors/acculynx.md, 3.3). */
export const contactsPageSize = 50;

export interface AcculynxClient extends SettingsCalls, JobDetailCalls, SubscriptionCalls {
  /** The cheapest check that a key is accepted. */
  ping(signals?: CallSignals): Promise<AcculynxOutcome<unknown>>;
  /** The better check: it tells whose key it is. */
  companySettings(signals?: CallSignals): Promise<AcculynxOutcome<CompanySettings>>;
  /** One page of contacts with e-mail addresses and phone numbers; a start past the end is an empty page. */
  contactsPage(startIndex: number, signals?: CallSignals): Promise<AcculynxOutcome<ContactsPage>>;
  /** One contact as the list has it, and its billing address; null when it is gone (404). */
  contact(
    id: string,
    signals?: CallSignals,
  ): Promise<AcculynxOutcome<AcculynxContact | UnreadableRecord | null>>;
  /** One page of jobs in the order of their creation, with their contacts; a start past the end is an empty page. */
  jobsPage(query: JobsQuery, signals?: CallSignals): Promise<AcculynxOutcome<JobsPage>>;
}

/** Without them a contact's e-mail addresses and phone numbers are links. */
const contactIncludes = { includes: 'emailAddress,phoneNumber' };

export type AcculynxClientOptions = Omit<TransportOptions, 'vendor'>;

/** A client for one AccuLynx API key. Outcomes are values; only an abort or a hook throws. */
export function createAcculynxClient(options: AcculynxClientOptions): AcculynxClient {
  const transport = createTransport({ vendor: 'AccuLynx', ...options });
  const get: Get = (path, signals, query = {}, inPath = {}) =>
    transport({ method: 'GET', path: `/api/v2${path}`, inPath, query, signals });

  return {
    ...settingsCalls(get),
    ...jobDetailCalls(get),
    ...subscriptionCalls(transport),

    ping: async (signals) => acculynxOutcome(await get('/diagnostics/ping', signals), z.unknown()),

    companySettings: async (signals) =>
      acculynxOutcome(await get('/company-settings', signals), companySettingsSchema),

    contactsPage: async (startIndex, signals) => {
      const exchange = await get('/contacts', signals, {
        pageSize: contactsPageSize,
        pageStartIndex: startIndex,
        ...contactIncludes,
      });
      return isPastEnd(exchange)
        ? { outcome: 'ok', value: { count: null, startIndex: null, contacts: [] } }
        : acculynxOutcome(exchange, contactsPageSchema);
    },

    contact: async (id, signals) => {
      const exchange = await get('/contacts/{id}', signals, contactIncludes, { id });
      return isGone(exchange) ? { outcome: 'ok', value: null } : acculynxOutcome(exchange, contactOfId(id));
    },

    jobsPage: async (query, signals) => {
      const exchange = await get('/jobs', signals, jobsParameters(query));
      return isPastEnd(exchange)
        ? { outcome: 'ok', value: pagePastEnd }
        : acculynxOutcome(exchange, jobsPageSchema);
    },
  };
}

/** AccuLynx's index of contacts is a page number, but a record offset was seen too (vendors/acculynx.md, 3.2). */
export const contactListSpec: ListSpec = { pageSize: contactsPageSize, startIndex: 'detect' };

/** The list of contacts as `readList` asks for it. */
export function contactList(
  contactsPage: (startIndex: number, signal: AbortSignal) => Promise<ContactsPage>,
): FetchPage<AcculynxContact | UnreadableRecord> {
  return async (startIndex, signal) => {
    const { contacts, ...page } = await contactsPage(startIndex, signal);
    return { ...page, items: contacts };
  };
}
