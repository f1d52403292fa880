import { randomUUID } from 'node:crypto';
import { defaultDealSettings, type VendorCredentials } from '@ridgeline/contracts';
import {
  dealTargetOf,
  noKnownAccounts,
  readConnectionFacts,
  type ConnectionFacts,
} from '@ridgeline/contracts/internal';
import type { ValidationApi } from './validation-api.ts';

/** A company with its two accounts at the simulated vendors. */
export interface SimulatedCompany extends VendorCredentials {
  readonly companyId: string;
  readonly portalId: string;
}

/** A save in progress: its operation, and its result. */
interface GoingSave {
  readonly operationId: string;
  readonly answer: Promise<ConnectionFacts>;
}

/** Companies at the simulated vendors, and their saves. */
export interface SimulatedCompanies {
  /** A new company, so that no test is affected by the limits or properties of others; by default with every scope. */
  readonly aCompany: (scopes?: string[]) => SimulatedCompany;
  /** Requests the facts for a save; by default nothing is chosen for deals and no account is known. */
  readonly save: (company: SimulatedCompany, chosen?: object) => GoingSave;
  /** How often properties, groups and options were written to a company's portal. */
  readonly writesTo: (company: SimulatedCompany) => number;
  /** The final state of each step of a save, by name. */
  readonly endOf: (operationId: string) => Record<string, string>;
}

/** Makes companies, and saves for them. */
export function simulatedCompanies(api: () => ValidationApi): SimulatedCompanies {
  let companies = 0;
  return {
    aCompany(scopes) {
      companies += 1;
      const company = {
        companyId: `company-${companies}`,
        acculynxApiKey: `acculynx-canary-${companies}`,
        hubspotPat: `pat-na1-hubspot-canary-${companies}`,
      };
      const portalId = 4_700 + companies;
      const { acculynxApiKey, hubspotPat: hubspotToken, companyId } = company;
      api().simulators.simulation.register({
        companyId,
        name: 'Brazos Roofing',
        acculynxApiKey,
        hubspotToken,
        portalId,
        timeZone: 'US/Eastern',
        ...(scopes ? { scopes } : {}),
      });
      return { ...company, portalId: String(portalId) };
    },

    save({ companyId, acculynxApiKey, hubspotPat }, chosen = {}) {
      const operationId = randomUUID();
      const body = {
        ...dealTargetOf(defaultDealSettings),
        isTyped: true,
        ...noKnownAccounts,
        ...chosen,
        companyId,
        acculynxApiKey,
        hubspotPat,
        operationId,
      };
      return { operationId, answer: api().asConnection()(readConnectionFacts, { body }) };
    },

    writesTo({ companyId }) {
      const path = (called: string): boolean => called.startsWith('/crm/properties/');
      const calls = api().simulators.simulation.log.list({ vendor: 'hubspot', companyId, path });
      return calls.filter(({ method }) => method !== 'GET').length;
    },

    endOf(operationId) {
      const steps = api().told.get(operationId) ?? [];
      return Object.fromEntries(steps.map(({ step, state, text }) => [step, `${state}: ${String(text)}`]));
    },
  };
}
