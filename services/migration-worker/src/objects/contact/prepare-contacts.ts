import { contactType } from '@ridgeline/contracts';
import { contactProperties } from '@ridgeline/hubspot';
import { askHubspot } from '../../hubspot-io/ask-hubspot.ts';
import { requireProperties } from '../../hubspot-io/required-properties.ts';
import type { PrepareContext } from '../../object-migration/object-migration.ts';
import type { ContactOptions } from './plan-contact.ts';

/**
 * Reads what people chose, and whether the portal has all properties that contacts are written to. Throws `RunFailed` when
 * one is missing or the portal does not tell.
 */
export async function prepareContacts({
  settings,
  hubspot,
  signal,
}: Pick<PrepareContext, 'hubspot' | 'signal'> & {
  readonly settings: Pick<PrepareContext['settings'], 'options'>;
}): Promise<ContactOptions> {
  const options = contactType.options.parse(settings.options);
  const properties = await askHubspot(
    hubspot,
    'its properties of contacts',
    (client, until) => client.listProperties('contacts', until),
    signal,
  );
  requireProperties(contactType, contactProperties, properties);
  return options;
}
