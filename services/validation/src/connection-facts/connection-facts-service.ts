import type { PublishStep, SaveOperation } from '@ridgeline/events';
import type { SaveStepName, VendorCredentials } from '@ridgeline/contracts';
import type { ConnectionFacts, DealTarget, FoundLists, KnownAccounts } from '@ridgeline/contracts/internal';
import type { GovernedVendors } from '@ridgeline/governed-vendors';
import type { Locks } from '@ridgeline/redis';
import type { CredentialChecker } from '../credentials/credential-check-service.ts';
import { neededOptions } from '../options/needed-options.ts';
import { portalOptionsText, preparePortalOptions } from '../options/portal-options.ts';
import { requireChosenStages } from '../portal-choices/deal-pipelines.ts';
import { customObjectIds, propertiesOfMigrations } from '../properties/needed-properties.ts';
import { checkProperties } from '../properties/property-check.ts';
import { tryAccounts } from '../save-steps/account-steps.ts';
import { locationText, portalText, propertiesText } from '../save-steps/account-texts.ts';
import { saveSteps } from '../save-steps/save-steps.ts';
import { flatLeadSources, listText, parentNames, readAcculynxList } from './acculynx-list.ts';

/** The values that the user saves. */
interface NewFacts extends SaveOperation, VendorCredentials, DealTarget, KnownAccounts {}

/**
 * Runs the first ten steps of a save in order, and returns what both accounts reported. Throws the `AppError` of the first
 * step that fails. Nothing is stored; properties and options added to the portal stay, because they do no harm.
 */
export type ConnectionFactsReader = (save: NewFacts) => Promise<ConnectionFacts>;

/** Dependencies of the steps. */
export interface ConnectionFactsParts {
  readonly vendors: GovernedVendors;
  readonly check: CredentialChecker;
  readonly locks: Locks;
  readonly tell: PublishStep;
  /** The time limit of all steps together: shorter than the gateway's timeout for the whole save. */
  readonly timeLimitMs?: number;
}

type ListOf<Row> = Parameters<typeof readAcculynxList<Row>>[1];

/** The use case of reading what a connection stores. */
export function connectionFactsReader(parts: ConnectionFactsParts): ConnectionFactsReader {
  const { vendors, check, locks, tell, timeLimitMs = 40_000 } = parts;

  return async (save) => {
    const doStep = saveSteps(save, tell, AbortSignal.timeout(timeLimitMs));
    const acculynx = vendors.acculynx(save.acculynxApiKey);
    const hubspot = vendors.hubspot(save.hubspotPat);
    const accounts = tryAccounts(check, save, save);
    const list = <Row>(step: SaveStepName, noun: string, read: ListOf<Row>, many?: string) =>
      doStep(step, (signal) => readAcculynxList(acculynx, read, signal), listText(noun, many));

    const location = await doStep(
      'acculynx-location',
      async (signal) => {
        const facts = await accounts.acculynx();
        const states = await readAcculynxList(acculynx, (client, until) => client.states(until), signal);
        return { facts, states };
      },
      ({ facts, states }) => ({ text: locationText(facts, states !== null) }),
    );
    const portal = await doStep(
      'hubspot-portal',
      async (signal) => {
        const facts = await accounts.hubspot();
        await requireChosenStages(hubspot, save, signal);
        const objectIds = await customObjectIds(hubspot, propertiesOfMigrations, signal);
        return { facts, objectIds };
      },
      ({ facts }) => ({ text: portalText(facts) }),
    );
    const { objectIds } = portal;
    await doStep(
      'hubspot-properties',
      // The form has asked whether to create missing properties: a user who declined may still save.
      (signal) => checkProperties(hubspot, { create: false, objectIds, signal }),
      (result) => ({ text: propertiesText(result) }),
    );
    const contactTypes = await list('contact-types', 'contact type', (client, until) =>
      client.contactTypes(until),
    );
    const workTypes = await list('work-types', 'work type', (client, until) => client.workTypes(until));
    const insuranceCompanies = await list(
      'insurance-companies',
      'insurance company',
      (client, until) => client.insuranceCompanies(until),
      'insurance companies',
    );
    const jobCategories = await list(
      'job-categories',
      'job category',
      (client, until) => client.jobCategories(until),
      'job categories',
    );
    const tradeTypes = await list('trade-types', 'trade type', (client, until) => client.tradeTypes(until));
    const leadSourceTree = await list('lead-sources', 'lead source', (client, until) =>
      client.leadSources(until),
    );

    const lists: FoundLists = {
      states: location.states,
      contactTypes,
      workTypes,
      insuranceCompanies,
      jobCategories,
      tradeTypes,
      leadSources: leadSourceTree && flatLeadSources(leadSourceTree),
    };
    const needed = neededOptions({ ...lists, parentSources: parentNames(leadSourceTree ?? []) });
    await doStep(
      'portal-options',
      (signal) => preparePortalOptions({ hubspot, locks, portalId: portal.facts.portalId }, needed, signal),
      (results) => ({ text: portalOptionsText(results) }),
    );
    return { acculynx: location.facts, hubspot: portal.facts, lists, hubspotObjectIds: objectIds };
  };
}
