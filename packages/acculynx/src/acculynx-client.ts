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
import { jobOfId, jobsPageSchema, type AcculynxJob, type JobsPage } from './records/job.ts';
import { jobsParameters, type Days, type JobsQuery } from './records/jobs-query.ts';
import { pagePastEnd } from './records/list-answer.ts';
import { companySettingsSchema, type CompanySettings } from './records/settings.ts';
import type { UnreadableRecord } from './records/unreadable-record.ts';
import { settingsCalls, type Get, type SettingsCalls } from './settings-calls.ts';
import { subscriptionCalls, type SubscriptionCalls } from './subscription-calls.ts';

/** The production address; `baseUrl` is scheme and host, the paths below it belong to the client. */
export const acculynxAddress = 'https://api.acculynx.com';

/** AccuLynx refuses larger pages of contacts (docs/vendors/acculynx.md, 3.3). */
export const contactsPageSize = 50;

export interface AcculynxClient extends SettingsCalls, JobDetailCalls, SubscriptionCalls {
  /** The cheapest check that a key is accepted. */
  ping(signals?: CallSignals): Promise<AcculynxOutcome<unknown>>;
  /** The better check: it also reports which location the key belongs to. */
  companySettings(signals?: CallSignals): Promise<AcculynxOutcome<CompanySettings>>;
  /** One page of contacts with email addresses and phone numbers; empty past the end. */
  contactsPage(startIndex: number, signals?: CallSignals): Promise<AcculynxOutcome<ContactsPage>>;
  /** One contact as the list has it, and its billing address; null when it is gone (404). */
  contact(
    id: string,
    signals?: CallSignals,
  ): Promise<AcculynxOutcome<AcculynxContact | UnreadableRecord | null>>;
  /**
   * One page of the contacts created on these days, newest first; `page` counts from 0. Contacts have the form of the list,
   * without a creation time (3.6).
   */
  createdContacts(query: CreatedContactsQuery, signals?: CallSignals): Promise<AcculynxOutcome<ContactsPage>>;
  /** One job with its contacts; null when it is gone, or unassigned (404, 4.5). */
  job(id: string, signals?: CallSignals): Promise<AcculynxOutcome<AcculynxJob | UnreadableRecord | null>>;
  /** One page of jobs in order of creation, with their contacts; empty past the end. */
  jobsPage(query: JobsQuery, signals?: CallSignals): Promise<AcculynxOutcome<JobsPage>>;
}

/** AccuLynx refuses larger pages of a search (3.3). */
export const searchPageSize = 25;

/** A page of the contacts created on these days; AccuLynx does not document whose calendar defines a day. */
export interface CreatedContactsQuery {
  readonly created: Days;
  readonly page: number;
}

/** Without them a contact's email addresses and phone numbers are links. */
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

    createdContacts: async ({ created, page }, signals) => {
      const exchange = await transport({
        method: 'POST',
        path: '/api/v2/contacts/search',
        query: { pageSize: searchPageSize, pageStartIndex: page },
        body: {
          startDate: created.from,
          endDate: created.to,
          sort: { sortColumn: 'CreatedDate', sortDirection: 'Descending' },
        },
        signals,
      });
      return isPastEnd(exchange)
        ? { outcome: 'ok', value: { count: null, startIndex: null, contacts: [] } }
        : acculynxOutcome(exchange, contactsPageSchema);
    },

    job: async (id, signals) => {
      const exchange = await get('/jobs/{id}', signals, { includes: 'contact' }, { id });
      return isGone(exchange) ? { outcome: 'ok', value: null } : acculynxOutcome(exchange, jobOfId(id));
    },

    jobsPage: async (query, signals) => {
      const exchange = await get('/jobs', signals, jobsParameters(query));
      return isPastEnd(exchange)
        ? { outcome: 'ok', value: pagePastEnd }
        : acculynxOutcome(exchange, jobsPageSchema);
    },
  };
}

/**
 * AccuLynx documents the start index of contacts as a page number, but a record offset has been observed too
 * (docs/vendors/acculynx.md, 3.2).
 */
export const contactListSpec: ListSpec = { pageSize: contactsPageSize, startIndex: 'detect' };

/** The contact list as `readList` fetches it. */
export function contactList(
  contactsPage: (startIndex: number, signal: AbortSignal) => Promise<ContactsPage>,
): FetchPage<AcculynxContact | UnreadableRecord> {
  return async (startIndex, signal) => {
    const { contacts, ...page } = await contactsPage(startIndex, signal);
    return { ...page, items: contacts };
  };
}
