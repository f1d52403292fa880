import { createHash } from 'node:crypto';
import type { AcculynxAddress } from '@ridgeline/acculynx';
import { timeSchema } from '@ridgeline/contracts';
import type { RecordState } from '@ridgeline/contracts/internal';

interface StateParts {
  /**
   * The version of the fields: raised when other fields are chosen or they are read differently. Digests of different
   * versions are not compared.
   */
  readonly version: number;
  /** In a fixed order, independent of the order in which the source names them. The order within lists matters. */
  readonly fields: readonly unknown[];
  readonly changedAt: string | null;
  readonly createdAt: string | null;
}

/** The length of a digest in characters: 120 bits, so that no two states of a record collide. */
const digestLength = 20;

/** The state of a source record; its digest is that of its fields. Invalid dates become null. */
export function recordState({ version, fields, changedAt, createdAt }: StateParts): RecordState {
  const hash = createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
  return {
    digest: `${String(version)}:${hash.slice(0, digestLength)}`,
    changedAt: momentOf(changedAt),
    createdAt: momentOf(createdAt),
  };
}

/** A year beyond 9999 can be read, but not stored. */
const momentOf = (moment: string | null): string | null =>
  moment === null ? null : (timeSchema.safeParse(moment).data ?? null);

/** The parts of an address in a fixed order; null where there is none. */
export const addressFields = (address: AcculynxAddress | null): readonly unknown[] | null =>
  address && [
    [address.street1, address.street2, address.city, address.zipCode],
    [address.state?.name, address.state?.abbreviation],
    [address.country?.name, address.country?.abbreviation],
  ];
