import { interleaved } from '../measuring/interleaved.ts';
import { generateLoad, generateLoadOf, type Load } from '../measuring/load-generator.ts';
import { median, round } from '../measuring/statistics.ts';

/** The flood sends so many times as many sign-ins as can be verified. */
const floodFactor = 3;
const floodSeconds = 8;
/** The calls of a signed-in user during the flood: enough for a p99, and over the flood's duration. */
const probes = { requests: 320, perSecond: 40, connections: 8 };

/** The requests of the flood, and the rate at which they can be answered. */
export interface Flood {
  readonly rounds: number;
  /** So many requests to sign in. */
  readonly signIns: (requests: number) => Promise<Omit<Load, 'connections'>>;
  readonly signInsPerSecond: number;
  /** A call of a signed-in user. */
  readonly call: Pick<Load, 'url' | 'headers'>;
}

/** How a signed-in user is affected while sign-ins arrive three times as fast as they can be verified. */
export async function measureFlood({ rounds, signIns, signInsPerSecond, call }: Flood) {
  const probe: Load = { ...call, ...probes };
  const perSecond = Math.ceil(signInsPerSecond * floodFactor);
  const statuses: Record<string, number> = {};
  const p50s: number[] = [];
  const p99 = await interleaved(rounds, {
    idle: async () => (await generateLoadOf(200, probe)).p99Ms,
    flooded: async () => {
      const load = { ...(await signIns(perSecond * floodSeconds)), connections: 128, perSecond };
      const [flood, flooded] = await Promise.all([generateLoad(load), generateLoadOf(200, probe)]);
      for (const [status, count] of Object.entries(flood.statuses))
        statuses[status] = (statuses[status] ?? 0) + count;
      p50s.push(flood.p50Ms);
      return flooded.p99Ms;
    },
  });
  const { '200': admitted = 0, '429': refused = 0, ...others } = statuses;
  const [idle, flooded] = [median(p99.idle), median(p99.flooded)];
  const slower = round(flooded / idle);
  return {
    slower,
    onlyRefused: Object.keys(others).length === 0,
    detail: {
      'p99 ms of a call idle': round(idle),
      'p99 ms of a call in the flood': round(flooded),
      'slower in the flood': slower,
      'flood per second': perSecond,
      'flood admitted': admitted,
      'flood answered 429': refused,
      'flood answered otherwise': JSON.stringify(others),
      'flood p50 ms': round(median(p50s)),
    },
  };
}
