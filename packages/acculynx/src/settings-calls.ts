import type { CallSignals, Exchange, VendorRequest } from '@ridgeline/vendor-http';
import type { z } from 'zod';
import { acculynxOutcome, type AcculynxOutcome } from './acculynx-outcome.ts';
import { rowsOf } from './records/list-answer.ts';
import {
  choiceSchema,
  leadSourceSchema,
  userSchema,
  workflowMilestoneSchema,
  type AcculynxChoice,
  type AcculynxLeadSource,
  type AcculynxUser,
  type AcculynxWorkflowMilestone,
} from './records/settings.ts';
import { readShortList } from './short-list.ts';

export type Get = (
  path: string,
  signals: CallSignals | undefined,
  query?: VendorRequest['query'],
  inPath?: VendorRequest['inPath'],
) => Promise<Exchange>;

type Choices = (signals?: CallSignals) => Promise<AcculynxOutcome<AcculynxChoice[]>>;

/** What users choose from, and jobs refer to by id. One call per 50 rows. */
export interface SettingsCalls {
  /** All users, including former ones: older jobs refer to them. */
  users(signals?: CallSignals): Promise<AcculynxOutcome<AcculynxUser[]>>;
  /** The active lead sources with those below them. */
  leadSources(signals?: CallSignals): Promise<AcculynxOutcome<AcculynxLeadSource[]>>;
  workflowMilestones(signals?: CallSignals): Promise<AcculynxOutcome<AcculynxWorkflowMilestone[]>>;
  /** The states of every country that the location works in: one call for the countries, then one for each. */
  readonly states: Choices;
  readonly contactTypes: Choices;
  readonly workTypes: Choices;
  readonly tradeTypes: Choices;
  readonly jobCategories: Choices;
  /** Including disabled ones: older jobs refer to them. */
  readonly insuranceCompanies: Choices;
}

/** Lists of settings take pages of up to 50 (docs/vendors/acculynx.md, 3.3). */
const pageSize = 50;
/** A location works in one or two countries; with all countries of the world, each would cost a call. */
const maxCountries = 10;

const allStatuses = { status: 'Active,Inactive,Archived,Deleted' };
const settings = '/company-settings';
const jobFile = `${settings}/job-file-settings`;
const countries = `${settings}/location-settings/countries`;

export function settingsCalls(get: Get): SettingsCalls {
  /** A list below the settings: its start counts records, under either name (3.2). */
  const list = <Row extends { id: string }>(
    path: string,
    row: z.ZodType<Row>,
    signals: CallSignals | undefined,
    query: VendorRequest['query'] = {},
    inPath: VendorRequest['inPath'] = {},
  ) =>
    readShortList({
      fetchPage: (start) =>
        get(path, signals, { ...query, pageSize, recordStartIndex: start, pageStartIndex: start }, inPath),
      startIndex: 'record',
      pageSize,
      row,
    });
  const choices =
    (path: string, inPath?: VendorRequest['inPath']): Choices =>
    (signals) =>
      list(path, choiceSchema, signals, {}, inPath);

  return {
    users: (signals) => list('/users', userSchema, signals, allStatuses),
    leadSources: (signals) => list(`${settings}/leads/lead-sources`, leadSourceSchema, signals),
    workflowMilestones: async (signals) => {
      const exchange = await get(`${jobFile}/workflow-milestones`, signals, { includes: 'status' });
      const outcome = acculynxOutcome(exchange, rowsOf(workflowMilestoneSchema));
      return outcome.outcome === 'ok' ? { outcome: 'ok', value: outcome.value.rows } : outcome;
    },

    states: async (signals) => {
      const found = await choices(countries)(signals);
      if (found.outcome !== 'ok') return found;
      const states: AcculynxChoice[] = [];
      for (const { id } of found.value.slice(0, maxCountries)) {
        const outcome = await choices(`${countries}/{id}/states`, { id })(signals);
        if (outcome.outcome !== 'ok') return outcome;
        states.push(...outcome.value);
      }
      return { outcome: 'ok', value: states };
    },
    /** Not below the settings, and its start counts pages (3.2, 4.4). */
    contactTypes: (signals) =>
      readShortList({
        fetchPage: (start) => get('/contacts/contact-types', signals, { pageSize, pageStartIndex: start }),
        startIndex: 'page',
        pageSize,
        row: choiceSchema,
      }),
    workTypes: choices(`${jobFile}/work-types`),
    tradeTypes: choices(`${jobFile}/trade-types`),
    jobCategories: choices(`${jobFile}/job-categories`),
    insuranceCompanies: choices(`${jobFile}/insurance-companies`),
  };
}
