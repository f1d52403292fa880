import { z } from 'zod';
import { noContent, ok } from '../http/answer.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { ALL_SCOPES, type CompanySpec } from '../configuration/company-spec.ts';
import { masked } from '../http/call.ts';
import { found, type ControlRequest, type ControlRoute } from './control-route.ts';

const seedBody = z.strictObject({ seed: z.int().nonnegative() });
const sizeBody = z.strictObject({
  contacts: z.int().nonnegative().optional(),
  jobs: z.int().nonnegative().optional(),
});
const scopesBody = z.strictObject({ without: z.array(z.string()) });
const limitsBody = z.strictObject({ acculynx: z.boolean().optional(), hubspot: z.boolean().optional() });
const delay = z.strictObject({
  baseMs: z.number().nonnegative().optional(),
  perRecordMs: z.number().nonnegative().optional(),
});
const latencyBody = z.strictObject({ acculynx: delay.optional(), hubspot: delay.optional() });

/** A registration without its secrets. */
const shown = (spec: CompanySpec) => ({
  ...spec,
  acculynxApiKey: masked(spec.acculynxApiKey),
  hubspotToken: masked(spec.hubspotToken),
});

/** Registrations, seed, sizes, settings and reset. */
export function worldRoutes(simulation: Simulation): ControlRoute[] {
  const { settings } = simulation;
  const latencyNow = () => ({
    acculynx: simulation.settings.acculynx.latency,
    hubspot: simulation.settings.hubspot.latency,
  });
  const limitsNow = () => ({
    acculynx: simulation.settings.acculynx.limits,
    hubspot: simulation.settings.hubspot.limits,
    counts: { acculynx: simulation.accuLynxLimits.counts },
  });
  const specOf = ({ params }: ControlRequest): CompanySpec =>
    found(
      simulation.companies.find(({ companyId }) => companyId === params['companyId']),
      'company',
    );
  return [
    {
      method: 'post',
      path: '/__sim/reset',
      about:
        'Starts over: records of both vendors, request log, faults and limits. Companies and settings stay.',
      handle: () => {
        simulation.reset();
        return noContent();
      },
    },
    {
      method: 'get',
      path: '/__sim/companies',
      about: 'Lists the registered companies, their secrets masked.',
      handle: () => ok(simulation.companies.map(shown)),
    },
    {
      method: 'post',
      path: '/__sim/companies',
      about: 'Registers a company {companyId, acculynxApiKey, hubspotToken, …} or changes its registration.',
      handle: ({ body }) => ({ status: 201, body: shown(simulation.registerFrom(body)) }),
    },
    {
      method: 'put',
      path: '/__sim/companies/:companyId/size',
      about: 'Sets how many {contacts, jobs} a company has at AccuLynx; its AccuLynx data start over.',
      handle: (request) => {
        const spec = specOf(request);
        const { contacts = spec.contacts, jobs = spec.jobs } = sizeBody.parse(request.body);
        return ok(shown(simulation.register({ ...spec, contacts, jobs })));
      },
    },
    {
      method: 'put',
      path: '/__sim/companies/:companyId/scopes',
      about: 'Gives a company’s HubSpot token every scope that the product asks for, but those {without}.',
      handle: (request) => {
        const { without } = scopesBody.parse(request.body);
        const scopes = ALL_SCOPES.filter((scope) => !without.includes(scope));
        return ok(shown(simulation.register({ ...specOf(request), scopes })));
      },
    },
    {
      method: 'put',
      path: '/__sim/seed',
      about: 'Sets the {seed} of all data and starts over.',
      handle: ({ body }) => {
        simulation.reseed(seedBody.parse(body).seed);
        return ok({ seed: simulation.seed });
      },
    },
    {
      method: 'get',
      path: '/__sim/settings',
      about: 'Shows latency, limits, quirks and behaviour of both vendors, and what the mail server refuses.',
      handle: () => ok(simulation.settings),
    },
    {
      method: 'put',
      path: '/__sim/settings',
      about: `Changes some of the settings; the rest stays. Parts: ${Object.keys(settings).join(', ')}.`,
      handle: ({ body }) => ok(simulation.change(body)),
    },
    {
      method: 'get',
      path: '/__sim/latency',
      about: 'Shows how long answers take.',
      handle: () => ok(latencyNow()),
    },
    {
      method: 'put',
      path: '/__sim/latency',
      about: 'Sets {acculynx|hubspot: {baseMs, perRecordMs}}.',
      handle: ({ body }) => {
        const { acculynx = {}, hubspot = {} } = latencyBody.parse(body);
        simulation.change({ acculynx: { latency: acculynx }, hubspot: { latency: hubspot } });
        return ok(latencyNow());
      },
    },
    {
      method: 'get',
      path: '/__sim/limits',
      about:
        'Shows the limits, and what AccuLynx’s did since they were reset: {admitted, key429, write429, bans, callsDuringBan}.',
      handle: () => ok(limitsNow()),
    },
    {
      method: 'put',
      path: '/__sim/limits',
      about:
        'Switches the limits {acculynx|hubspot: boolean} and forgets what was counted, bans too; {} does just that.',
      handle: ({ body }) => {
        const wanted = limitsBody.parse(body);
        for (const [vendor, enabled] of Object.entries(wanted))
          simulation.change({ [vendor]: { limits: { enabled } } });
        simulation.resetLimits();
        return ok(limitsNow());
      },
    },
  ];
}
