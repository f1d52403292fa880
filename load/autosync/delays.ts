import type { SourceListName, SourceStreamChange, TargetArrivals, TestCompany } from '@ridgeline/testkit';

/** How a stream's changes arrived in HubSpot, by the simulators' clock alone. */
export interface Arrival {
  /** From each change to the first value in HubSpot that is at least as new, in ms. */
  readonly delaysMs: readonly number[];
  /** Changes whose value, or a newer one, never reached HubSpot. */
  readonly lost: number;
  /** Records whose number was ever lower than an earlier one. */
  readonly fallen: number;
  /** AccuLynx records that HubSpot has more than once. */
  readonly doubled: number;
}

const properties = {
  contacts: { object: 'contacts', property: 'acculynx_cross_reference', by: 'acculynx_contact_id' },
  jobs: { object: 'deals', property: 'dealname', by: 'acculynx_job_id' },
} as const satisfies Record<SourceListName, object>;

/** Reads from HubSpot's simulator when a company's changes arrived. */
export async function arrivalOf(
  { control, user, portalId }: TestCompany,
  changes: readonly SourceStreamChange[],
): Promise<Arrival> {
  const lists = await Promise.all(
    (['contacts', 'jobs'] as const).map(async (list) => {
      const { object, ...names } = properties[list];
      const arrivals = await control.targetArrivals(portalId, object, names);
      const own = changes.filter((change) => change.companyId === user.companyId && change.list === list);
      return compareArrivals(own, arrivals);
    }),
  );
  return sumArrivals(lists);
}

/** Compares the changes of one list with what arrived. */
export function compareArrivals(
  changes: readonly SourceStreamChange[],
  targets: readonly TargetArrivals[],
): Arrival {
  const byRecord = Map.groupBy(targets, ({ by }) => by);
  const delays = changes.map(({ id, number, at }) => {
    const arrived = (byRecord.get(id) ?? [])
      .flatMap(({ arrivals }) => arrivals)
      .filter((arrival) => arrival.number >= number)
      .map((arrival) => Date.parse(arrival.at));
    return Math.min(...arrived) - Date.parse(at);
  });
  const fell = ({ arrivals }: TargetArrivals): boolean =>
    arrivals.some(({ number }, index) => number < (arrivals[index - 1]?.number ?? 0));
  const present = [...byRecord].filter(([by]) => by !== null).map(([, records]) => records);
  return {
    delaysMs: delays.filter(Number.isFinite),
    lost: delays.filter((delay) => !Number.isFinite(delay)).length,
    fallen: targets.filter(fell).length,
    doubled: present.filter((records) => records.filter(({ archived }) => !archived).length > 1).length,
  };
}

export function sumArrivals(all: readonly Arrival[]): Arrival {
  const sum = (count: (arrival: Arrival) => number): number =>
    all.reduce((total, arrival) => total + count(arrival), 0);
  return {
    delaysMs: all.flatMap(({ delaysMs }) => delaysMs),
    lost: sum(({ lost }) => lost),
    fallen: sum(({ fallen }) => fallen),
    doubled: sum(({ doubled }) => doubled),
  };
}

export const isExact = ({ lost, fallen, doubled }: Arrival): boolean => lost + fallen + doubled === 0;
