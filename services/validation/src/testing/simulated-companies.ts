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

/** A save that is going on: its operation, and what it comes to. */
interface GoingSave {
  readonly operationId: string;
  readonly answer: Promise<ConnectionFacts>;
}

/** Companies at the simulated vendors, and their saves. */
export interface SimulatedCompanies {
  /** A company of its own, so that no test meets another's limits or properties; with every scope, unless told. */
  readonly aCompany: (scopes?: string[]) => SimulatedCompany;
  /** Asks for the facts that a save needs; nothing is chosen for deals and no account is known, unless told. */
  readonly save: (company: SimulatedCompany, chosen?: object) => GoingSave;
  /** What was written to a company's portal: how often properties, groups and options were. */
  readonly writesTo: (company: SimulatedCompany) => number;
  /** How each step of a save ended, by its name. */
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
