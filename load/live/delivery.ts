import type { ReaderReport, Version } from './readers-task.ts';

/** A version that was published to a company's readers, and when it was written, in epoch milliseconds. */
export interface Published extends Version {
  readonly company: string;
  readonly writtenAt: number;
}

/** How long a version took to reach a reader. */
interface Wait {
  readonly writtenAt: number;
  readonly ms: number;
}

/** The result for all readers together. */
export interface Verdict {
  readonly delivered: number;
  /** For each version that arrived, except those that waited for a disconnected reader to come back. */
  readonly waits: readonly Wait[];
  /** Versions published to a reader's company that the reader never saw. */
  readonly missed: number;
  /** Versions that a reader saw although it had already seen the same or a later one. */
  readonly doubled: number;
  /** Versions that a reader saw but that were never published to its company. */
  readonly foreign: number;
}

type ByName = ReadonlyMap<string, Published>;

const nameOf = ({ migrationId, version }: Version): string => `${migrationId} v${version}`;

/** Compares what readers saw with what was published; all readers were connected before the first version. */
export function deliveryOf(published: readonly Published[], readers: readonly ReaderReport[]): Verdict {
  const ofCompanies = Map.groupBy(published, ({ company }) => company);
  const expected = new Map(
    [...ofCompanies].map(([company, updates]) => [
      company,
      new Map(updates.map((update) => [nameOf(update), update])),
    ]),
  );
  const verdicts = readers.map((reader) => compareOne(expected.get(reader.company) ?? new Map(), reader));
  const sum = (of: (verdict: Verdict) => number): number =>
    verdicts.reduce((total, verdict) => total + of(verdict), 0);
  return {
    delivered: sum(({ delivered }) => delivered),
    waits: verdicts.flatMap(({ waits }) => waits),
    missed: sum(({ missed }) => missed),
    doubled: sum(({ doubled }) => doubled),
    foreign: sum(({ foreign }) => foreign),
  };
}

function compareOne(expected: ByName, { arrivals, away }: ReaderReport): Verdict {
  const seen = new Set<Published>();
  const highest = new Map<number, number>();
  const waits: Wait[] = [];
  let doubled = 0;
  let foreign = 0;
  for (const arrival of arrivals) {
    const { migrationId, version, at } = arrival;
    const update = expected.get(nameOf(arrival));
    if (!update) {
      foreign += 1;
      continue;
    }
    const { writtenAt } = update;
    if (version <= (highest.get(migrationId) ?? 0)) doubled += 1;
    else if (!away.some(({ to }) => writtenAt < to && at >= to))
      waits.push({ writtenAt, ms: at - writtenAt });
    seen.add(update);
    highest.set(migrationId, Math.max(version, highest.get(migrationId) ?? 0));
  }
  return { delivered: arrivals.length, waits, missed: expected.size - seen.size, doubled, foreign };
}
