import { z } from 'zod';
import { noContent, ok } from '../http/answer.ts';
import { propertyInput } from '../hubspot/portal/property-definition.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { portalFinder, typeIn } from './control-portal.ts';
import type { ControlRequest, ControlRoute } from './control-route.ts';

const limitsBody = z.strictObject({
  custom: z.int().nonnegative().optional(),
  unique: z.int().nonnegative().optional(),
});
const definitionBody = propertyInput.omit({ name: true });
const optionsBody = z.strictObject({ values: z.array(z.string()) });

/** A portal's property definitions as users create them in HubSpot, immediately and without the API's checks. */
export function propertyControlRoutes(simulation: Simulation): ControlRoute[] {
  const portalIn = portalFinder(simulation);
  const typeOf = (request: ControlRequest) => typeIn(portalIn(request), request);
  const base = '/__sim/hubspot/:portalId';
  const propertiesIn = (request: ControlRequest) => portalIn(request).properties(typeOf(request));
  return [
    {
      method: 'get',
      path: `${base}/properties/:object`,
      about: 'Lists the property definitions of a portal.',
      handle: (request) => ok(propertiesIn(request).list()),
    },
    {
      method: 'put',
      path: `${base}/properties/:object/:name`,
      about:
        'Puts a property {label, type, fieldType, groupName, options, hasUniqueValue, …} there, immediately and without any check.',
      handle: (request) => {
        const name = request.params['name'] ?? '';
        return ok(propertiesIn(request).set({ ...definitionBody.parse(request.body), name }));
      },
    },
    {
      method: 'delete',
      path: `${base}/properties/:object/:name`,
      about: 'Archives a property immediately.',
      handle: (request) => {
        propertiesIn(request).archiveAtOnce(request.params['name'] ?? '');
        return noContent();
      },
    },
    {
      method: 'put',
      path: `${base}/limits/:object`,
      about:
        'Sets how many properties of its own an object may have {custom}, and how many unique ones {unique}.',
      handle: (request) => {
        const properties = propertiesIn(request);
        const { custom = properties.limits.custom, unique = properties.limits.unique } = limitsBody.parse(
          request.body,
        );
        properties.limits = { custom, unique };
        return ok(properties.limits);
      },
    },
    {
      method: 'put',
      path: `${base}/properties/:object/:name/options`,
      about: 'Replaces the options of a property by {values}, immediately, as if they had always been these.',
      handle: (request) => {
        const { values } = optionsBody.parse(request.body);
        return ok(propertiesIn(request).setOptions(request.params['name'] ?? '', values));
      },
    },
  ];
}
