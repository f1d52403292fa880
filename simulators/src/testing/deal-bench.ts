import { startBench, type Bench, type Reply } from './bench.ts';

/** The property in which the product's deals store their source ids. */
export const JOB_ID = 'acculynx_job_id';

/** A call of the deals' objects API in the version that the product uses. */
export const deals = (bench: Bench, method: string, path: string, body?: unknown): Promise<Reply> =>
  bench.hubspot(method, `/crm/objects/2026-03/deals${path}`, body);

/** A bench whose portal has the unique property of job ids. */
export async function openDealBench(
  behaviour: object = {},
  company: NonNullable<Parameters<typeof startBench>[0]>['company'] = {},
): Promise<Bench> {
  const bench = await startBench({ company, settings: { hubspot: { behaviour } } });
  await bench.hubspot('POST', '/crm/properties/2026-03/deals', {
    name: JOB_ID,
    label: 'AccuLynx job id',
    type: 'string',
    fieldType: 'text',
    groupName: 'dealinformation',
    hasUniqueValue: true,
  });
  return bench;
}

/** Puts records into the portal by control call and answers their ids. */
export async function put(bench: Bench, object: string, ...properties: object[]): Promise<string[]> {
  const inputs = properties.map((each) => ({ properties: each }));
  const { body } = await bench.control('POST', `/hubspot/${bench.portalId}/${object}`, { inputs });
  return (body as { ids: string[] }).ids;
}

/** A control call about the bench's portal. */
export const portalCall = (bench: Bench, method: string, path: string, body?: unknown): Promise<Reply> =>
  bench.control(method, `/hubspot/${bench.portalId}${path}`, body);
