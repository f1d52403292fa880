import type { ApiClient, MigrationType, PortalProperty } from '@ridgeline/contracts';
import { readPortalProperties } from '@ridgeline/contracts/internal';
import { originHeaders, type ClientOrigin, type Logger } from '@ridgeline/kit';

/** The requested properties of a kind of record, in the portal of a company's connection. */
interface AskedProperties {
  readonly companyId: string;
  readonly connectionId: number;
  readonly migrationType: MigrationType;
  readonly properties: readonly string[];
  /** The origin of the waiting user. */
  readonly origin: ClientOrigin;
}

/** The portal's definitions of the properties, by name; null if they could not be read now. Never rejects. */
export type PortalLookup = (asked: AskedProperties) => Promise<ReadonlyMap<string, PortalProperty> | null>;

/** Asks the validation service, which may ask HubSpot. */
export function portalLookup(client: ApiClient, logger: Logger): PortalLookup {
  return async ({ origin, properties, ...asked }) => {
    try {
      const body = { ...asked, properties };
      const answer = await client(readPortalProperties, { body }, { headers: originHeaders(origin) });
      return new Map(answer.properties.map((property) => [property.name, property]));
    } catch (error) {
      const { connectionId } = asked;
      logger.warn({ err: error, connectionId }, 'Failed to read properties of the portal; not checked');
      return null;
    }
  };
}
