import type { Exchange, VendorRequest } from '@ridgeline/vendor-http';
import { z } from 'zod';
import { acculynxOutcome, isPastEnd, type AcculynxOutcome } from './acculynx-outcome.ts';
import {
  choicesOf,
  leadSourceSchema,
  userSchema,
  workflowMilestoneSchema,
  type AcculynxLeadSource,
  type AcculynxUser,
  type AcculynxWorkflowMilestone,
} from './records/settings.ts';

export type Get = (
  path: string,
  signal: AbortSignal | undefined,
  query?: VendorRequest['query'],
) => Promise<Exchange>;

/** What a person chooses from, and what jobs name by id. */
export interface SettingsCalls {
  /** All users, also those who left: older jobs name them. One call for 50. */
  users(signal?: AbortSignal): Promise<AcculynxOutcome<AcculynxUser[]>>;
  /** The active lead sources with those below them. One call for 50. */
  leadSources(signal?: AbortSignal): Promise<AcculynxOutcome<AcculynxLeadSource[]>>;
  workflowMilestones(signal?: AbortSignal): Promise<AcculynxOutcome<AcculynxWorkflowMilestone[]>>;
}

/** Lists of settings take pages of up to 50 (vendors/acculynx.md, 3.3). */
const pageSize = 50;
/** A list that is longer repeats itself for ever. */
const mostPages = 100;

const allStatuses = { status: 'Active,Inactive,Archived,Deleted' };
const settings = '/company-settings';

export function settingsCalls(get: Get): SettingsCalls {
  return {
    users: (signal) => readPages(get, { path: '/users', query: allStatuses }, userSchema, signal),
    leadSources: (signal) =>
      readPages(get, { path: `${settings}/leads/lead-sources`, query: {} }, leadSourceSchema, signal),
    workflowMilestones: async (signal) => {
      const path = `${settings}/job-file-settings/workflow-milestones`;
      const exchange = await get(path, signal, { includes: 'status' });
      return acculynxOutcome(exchange, choicesOf(workflowMilestoneSchema));
    },
  };
}

/**
 * All pages of a short list by record offset, each row once. Where the start is ignored or means a page, the end is the
 * first page that brings nothing new (3.2).
 */
async function readPages<Row extends { id: string }>(
  get: Get,
  { path, query }: Pick<VendorRequest, 'path'> & { query: NonNullable<VendorRequest['query']> },
  row: z.ZodType<Row>,
  signal: AbortSignal | undefined,
): Promise<AcculynxOutcome<Row[]>> {
  const rows = new Map<string, Row>();
  const paged = z.object({ items: z.array(z.unknown()) }).catch({ items: [] });
  for (let page = 0; page < mostPages; page += 1) {
    const start = page * pageSize;
    const starts = { recordStartIndex: start, pageStartIndex: start };
    const exchange = await get(path, signal, { ...query, pageSize, ...starts });
    if (isPastEnd(exchange)) break;
    const outcome = acculynxOutcome(exchange, choicesOf(row));
    if (outcome.outcome !== 'ok') return outcome;
    const before = rows.size;
    for (const each of outcome.value) rows.set(each.id, each);
    const told = exchange.kind === 'answer' ? paged.parse(exchange.json).items.length : 0;
    if (rows.size === before || told < pageSize) break;
  }
  return { outcome: 'ok', value: [...rows.values()] };
}
