import { contactType } from '@ridgeline/contracts';
import { contactProperties } from '@ridgeline/hubspot';
import { statusText } from '@ridgeline/vendor-http';
import { RunFailed } from '../../base/run-errors.ts';
import type { PrepareContext } from '../../object-migration/object-migration.ts';
import { reading } from '../../vendors/run-vendor-client.ts';
import type { ContactOptions } from './plan-contact.ts';

/**
 * Reads what people chose, and whether the portal has all properties that contacts are written to: it may have been
 * prepared by an earlier version that wrote fewer. Throws `RunFailed` when one is missing or the portal does not tell.
 */
export async function prepareContacts({
  settings,
  hubspot: { calls, client },
  signal,
}: Pick<PrepareContext, 'hubspot' | 'signal'> & {
  readonly settings: Pick<PrepareContext['settings'], 'options'>;
}): Promise<ContactOptions> {
  const options = contactType.options.parse(settings.options);
  const answer = await calls.settle(reading(signal), (until) => client.listProperties('contacts', until));
  if (answer.outcome !== 'ok') {
    const { status, message } = answer.problem;
    const words = message === '' ? '.' : `: ${message}`;
    throw new RunFailed(
      `HubSpot did not tell its properties of contacts. It answered ${statusText(status)}${words}`,
    );
  }
  const existing = new Set(answer.value.map(({ name }) => name));
  const missing = contactProperties
    .filter(({ name }) => !existing.has(name))
    .map(({ label }) => `"${label}"`);
  if (missing.length === 0) return options;
  throw new RunFailed(
    `HubSpot lacks ${missing.length === 1 ? 'the contact property' : 'the contact properties'} ${missing.join(', ')}. Validate the connection's HubSpot properties, then start the migration again.`,
  );
}
