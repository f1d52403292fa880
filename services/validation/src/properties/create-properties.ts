import { errorText, propertyGroup, type HubspotObject } from '@ridgeline/contracts';
import { reading, type CallSignals, type GovernedVendor } from '@ridgeline/governed-vendors';
import { batchLimit, type HubspotOutcome, type ObjectPath } from '@ridgeline/hubspot';
import { vendorError } from '../vendor-error.ts';
import { definitionScope, type PropertyClient } from './needed-properties.ts';
import type { PropertyComparison } from './property-comparison.ts';
import { propertyFailure, reachedLimit } from './property-failure.ts';

/** An object as the portal has it, compared with what it must have. */
export interface ComparedObject extends PropertyComparison {
  readonly object: HubspotObject;
  readonly path: ObjectPath;
}

/**
 * Creates the properties that an object lacks, a hundred at a time; safe to repeat. HubSpot restores an archived property of
 * the same name automatically, with our definition. HubSpot's own properties that a portal removed belong to HubSpot's
 * groups; only our own groups may have to be created. Throws `propertyFailure`s and `vendorError`s; the signal's reason when
 * aborted.
 */
export async function createProperties(
  hubspot: GovernedVendor<PropertyClient>,
  found: ComparedObject,
  signal: AbortSignal,
): Promise<void> {
  const { object, path, missing } = found;
  const refusal = (reason: string | undefined): Error => {
    const limit = reachedLimit(found, reason);
    const text = limit ? `${errorText('properties.creation_failed')} ${limit}` : undefined;
    return propertyFailure('properties.creation_failed', text, reason);
  };
  const creation = async <Value>(
    call: (client: PropertyClient, signals: CallSignals) => Promise<HubspotOutcome<Value>>,
  ): Promise<Value> => {
    const outcome = await hubspot.attempt(reading(signal), call);
    if (outcome.outcome === 'rejected') throw refusal(outcome.problem.message);
    if (outcome.outcome !== 'ok') throw vendorError('HubSpot', outcome, definitionScope(object, 'write'));
    return outcome.value;
  };

  if (missing.some(({ groupName }) => groupName === propertyGroup.name))
    await creation((client, until) => client.createPropertyGroup(path, propertyGroup, until));
  for (let at = 0; at < missing.length; at += batchLimit) {
    const some = missing.slice(at, at + batchLimit);
    const { problems } = await creation((client, until) => client.createProperties(path, some, until));
    // Another caller has created a property with the same name first: the next listing shows whether it fits.
    const refused = problems.find(({ category }) => category !== 'OBJECT_ALREADY_EXISTS');
    if (refused) throw refusal(refused.message);
  }
}
