import lighthouse from 'lighthouse';

/** What Lighthouse says of a page as it simulates it on a slow phone; times in ms. */
export interface Audit {
  /** 0 to 100. */
  readonly score: number;
  readonly largestPaint: number;
  readonly blocking: number;
  readonly shift: number;
  /** How fast it finds this machine; a calm one of these days has 1,500 and more. */
  readonly machine: number;
}

/** Opens an address with Lighthouse's mobile defaults: 150 ms a round trip, 1.6 Mbit/s, a CPU of a quarter. */
export async function audit(url: string, debuggingPort: number): Promise<Audit> {
  const options = { port: debuggingPort, onlyCategories: ['performance'], logLevel: 'error' } as const;
  const result = await lighthouse(url, { ...options, onlyCategories: [...options.onlyCategories] });
  if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse could not open ${url}`);
  const { audits, categories, environment } = result.lhr;
  const value = (name: string): number => {
    const number = audits[name]?.numericValue;
    if (number === undefined) throw new Error(`Lighthouse says nothing of ${name}`);
    return number;
  };
  return {
    score: (categories['performance']?.score ?? 0) * 100,
    largestPaint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    machine: environment.benchmarkIndex,
  };
}
