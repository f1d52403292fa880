import { ungoverned } from '@ridgeline/governed-vendors/testing';
import type { PropertyClient } from '../needed-properties.ts';
import { checkProperties, type PropertyCheckOptions } from '../property-check.ts';

/** Checks a portal's properties, as an interactive caller does, and creates them on request. */
export const checkPortal = (
  portal: PropertyClient,
  create: boolean,
  options: Partial<PropertyCheckOptions> = {},
) => checkProperties(ungoverned(portal), { create, signal: new AbortController().signal, ...options });
