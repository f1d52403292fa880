import { jobType, type JobDetail } from '@ridgeline/contracts';
import type { AssociationType } from '@ridgeline/hubspot';
import type { LogEntry } from '../../../base/log-entry.ts';
import { writtenByUs, type WrittenByUs } from '../../../hubspot-io/written-by-us.ts';
import type { ObjectMigration, PrepareContext } from '../../../object-migration/object-migration.ts';
import { askAcculynx } from '../../../vendors/ask.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';
import { dealAuthorship } from '../mapping/deal-comparison.ts';
import type { JobContext } from '../mapping/job-row.ts';
import { readDealPortal } from './deal-portal.ts';
import type { DealStages } from './deal-stages.ts';
import { OptionCache } from './option-cache.ts';
import { optionForecast, optionWriter } from './option-writer.ts';

/** Options of a migration of jobs. */
export interface JobOptions extends JobContext {
  readonly stages: DealStages;
  readonly details: readonly JobDetail[];
  /** Whether dead leads are copied as well. */
  readonly includeDead: boolean;
  readonly primaryLabel: AssociationType | null;
  readonly writtenByUs: WrittenByUs;
  /** The options of the portal's properties; extended if options may be added. */
  readonly options: OptionCache;
  /** The options of the related contacts. */
  readonly contacts: unknown;
  readonly note: (line: LogEntry) => void;
}

/** Reads the portal and the names in AccuLynx' settings. Throws `RunFailed` like `readDealPortal`. */
export async function prepareJobs(
  context: PrepareContext,
  contacts: Pick<ObjectMigration, 'prepare'>,
): Promise<JobOptions> {
  const { settings, deals, acculynx, hubspot, locks, note, onOptions, signal } = context;
  const { enumerativeErrorStrategy } = jobType.options.parse(settings.options);
  const [{ portalId, enumerations, ...portal }, names, contactOptions] = await Promise.all([
    readDealPortal(context),
    readSourceNames(acculynx, deals.jobDetails),
    contacts.prepare(context),
  ]);
  const adding = settings.dryRun
    ? optionForecast({ hubspot, note, onOptions })
    : optionWriter({ hubspot, locks, portalId, onOptions });
  return {
    ...portal,
    ...names,
    writtenByUs: writtenByUs(hubspot, signal, dealAuthorship),
    options: new OptionCache(enumerations, enumerativeErrorStrategy === 'ADD_OPTION' ? adding : null),
    details: deals.jobDetails,
    includeDead: deals.includeDeadJobs,
    contacts: contactOptions,
    note,
  };
}

type SourceNames = Pick<JobContext, 'users' | 'parentSource'>;

/** Reads names for which jobs only contain ids: lead sources, and users if representatives are wanted. */
async function readSourceNames(
  acculynx: AcculynxAccess<'leadSources' | 'users'>,
  details: readonly JobDetail[],
): Promise<SourceNames> {
  const [leadSources, users] = await Promise.all([
    askAcculynx(acculynx, 'lead sources', (client, until) => client.leadSources(until)),
    details.includes('representative')
      ? askAcculynx(acculynx, 'users', (client, until) => client.users(until))
      : [],
  ]);
  const names = new Map(leadSources.map(({ id, name }) => [id, name]));
  const parents = new Map(
    leadSources.flatMap((parent) => parent.children.map(({ id }) => [id, parent.name] as const)),
  );
  return {
    users: new Map(
      users.map(({ id, displayName, firstName, lastName, email }) => {
        const name = [firstName, lastName].filter(Boolean).join(' ');
        return [id, displayName ?? (name || (email ?? ''))] as const;
      }),
    ),
    parentSource: ({ id, parentId }) =>
      (parentId === null ? null : names.get(parentId)) ?? parents.get(id) ?? null,
  };
}
