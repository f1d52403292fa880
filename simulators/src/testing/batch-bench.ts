import { startBench, type Bench, type Reply } from './bench.ts';

export interface BatchBody {
  readonly results: readonly {
    readonly id: string;
    readonly new?: boolean;
    readonly properties: Record<string, string>;
  }[];
  readonly errors?: readonly {
    readonly category: string;
    readonly message: string;
    readonly context: Record<string, string[]>;
  }[];
  readonly numErrors?: number;
}

/** A batch answer's body. */
export const batch = (reply: Reply): BatchBody => reply.body as BatchBody;
/** How many contacts the portal holds. */
export const stored = (bench: Bench): number =>
  bench.simulators.simulation.portals[0]?.counts().contacts ?? -1;

/** The property in which the product's contacts store their source ids. */
export const SOURCE = 'acculynx_contact_id';

/** A bench whose portal has the source-id property. */
export async function openBatchBench(settings: object = {}): Promise<Bench> {
  const bench = await startBench({ settings: { hubspot: { behaviour: settings } } });
  await bench.uniqueProperty(SOURCE);
  return bench;
}

/** Inputs of an upsert by source id: each the id, then its properties. */
export const upserts = (traced: boolean, ...rows: [string, Record<string, unknown>][]) => ({
  inputs: rows.map(([id, properties]) => ({
    id,
    idProperty: SOURCE,
    properties: { firstname: id, ...properties },
    ...(traced ? { objectWriteTraceId: `trace-${id}` } : {}),
  })),
});

/** Inputs of a create: each its properties. */
export const creates = (traced: boolean, ...rows: Record<string, unknown>[]) => ({
  inputs: rows.map((properties, index) => ({
    properties,
    ...(traced ? { objectWriteTraceId: `trace-${index}` } : {}),
  })),
});
