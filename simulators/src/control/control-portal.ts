import { objectTypeOf, type ObjectType } from '../hubspot/portal/object-types.ts';
import type { Portal } from '../hubspot/portal/portal.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { found, type ControlRequest } from './control-route.ts';

/** Finds the portal that a control call names. */
export const portalFinder =
  (simulation: Simulation) =>
  ({ params }: ControlRequest): Portal =>
    found(simulation.portal(Number(params['portalId'])), 'portal');

/** The object type that a control call names. */
export const typeIn = ({ params }: ControlRequest, parameter = 'object'): ObjectType =>
  found(objectTypeOf(params[parameter] ?? ''), 'object type');
