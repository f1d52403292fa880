import { createHash } from 'node:crypto';
import type { AcculynxAddress } from '@ridgeline/acculynx';
import { timeSchema } from '@ridgeline/contracts';
import type { RecordState } from '@ridgeline/contracts/internal';

interface StateParts {
  /** Of the fields: raised when others are chosen, or they are read otherwise. Digests of two versions are not compared. */
  readonly version: number;
  /** In a fixed order, so that the order in which the source names them does not count. That of lists does. */
  readonly fields: readonly unknown[];
  readonly changedAt: string | null;
  readonly createdAt: string | null;
}

/** The characters of a digest: 120 bits, so that no two states of any record meet. */
const digestLength = 20;

/** The state of a source record, whose digest is that of its fields. Moments that no calendar has are null. */
export function recordState({ version, fields, changedAt, createdAt }: StateParts): RecordState {
  const hash = createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
  return {
    digest: `${String(version)}:${hash.slice(0, digestLength)}`,
    changedAt: momentOf(changedAt),
    createdAt: momentOf(createdAt),
  };
}

/** A year beyond 9999 can be read, but not be stored. */
const momentOf = (moment: string | null): string | null =>
  moment === null ? null : (timeSchema.safeParse(moment).data ?? null);

/** The parts of an address in a fixed order; null where there is none. */
export const addressFields = (address: AcculynxAddress | null): readonly unknown[] | null =>
  address && [
    [address.street1, address.street2, address.city, address.zipCode],
    [address.state?.name, address.state?.abbreviation],
    [address.country?.name, address.country?.abbreviation],
  ];
