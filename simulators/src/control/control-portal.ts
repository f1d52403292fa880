import type { ObjectType } from '../hubspot/portal/object-types.ts';
import type { Portal } from '../hubspot/portal/portal.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { found, type ControlRequest } from './control-route.ts';

/** Finds the portal that a control call names. */
export const portalFinder =
  (simulation: Simulation) =>
  ({ params }: ControlRequest): Portal =>
    found(simulation.portal(Number(params['portalId'])), 'portal');

/** The object type of a portal that a control call names; a custom object by its name too. */
export function typeIn(portal: Portal, { params }: ControlRequest, parameter = 'object'): ObjectType {
  const text = params[parameter] ?? '';
  const custom = portal.customTypes.find(({ name }) => name === text);
  return found(custom ?? portal.objectType(text), 'object type');
}
