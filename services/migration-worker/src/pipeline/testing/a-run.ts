import type { ListPage, UnreadableRecord } from '@ridgeline/acculynx';
import { recordSource, type DatabaseTime } from '../../vendors/record-source.ts';
import { parcelMigration, parcelPortal, type Parcel } from './parcel-migration.ts';
import { listSpec, pageOf, startRun, type RunSetup } from './start-run.ts';

export interface ParcelRunSetup extends RunSetup {
  readonly total: number;
  /** The moment of the orchestrator's database that was received last. */
  readonly databaseTime?: DatabaseTime;
  /** Answers for a page in place of the source; null lets the source answer. */
  readonly page?: (index: number, signal: AbortSignal) => Promise<ListPage<Parcel | UnreadableRecord>> | null;
}

/** The parcel `c-<index>`, with a code of its own. */
export const aParcel = (index: number): Parcel => ({
  id: `c-${String(index)}`,
  label: `Name ${String(index)}`,
  code: `code-${String(index)}`,
});

/** A run over `total` parcels c-0, c-1, … each with a code of its own, in batches of 10. */
export function aRun({ total, page, databaseTime, ...setup }: ParcelRunSetup) {
  const pagesAsked: number[] = [];
  const parcels = Array.from({ length: total }, (_, index) => aParcel(index));
  const source = recordSource(
    (index, signal) => {
      pagesAsked.push(index);
      return page?.(index, signal) ?? Promise.resolve(pageOf(parcels, index));
    },
    listSpec,
    { databaseTime },
  );
  return {
    ...startRun({ object: parcelMigration, options: null, source, target: parcelPortal() }, setup),
    pagesAsked,
  };
}
