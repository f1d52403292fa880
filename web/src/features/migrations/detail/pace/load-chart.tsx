import type { ComponentType } from 'react';
import type { ThroughputChartProps } from './ThroughputChart.tsx';

/** Whether formatters take it: `en-US@posix`, as browsers on a Linux without a language say, is none. */
function isLanguage(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length > 0;
  } catch {
    return false;
  }
}

/**
 * Loads the chart, which only this page needs; where that fails the page goes on, with the same numbers in a table. uPlot
 * makes formatters of the browser's language as it loads, and would fail with one that is none: then it is told the one
 * in which the whole app speaks.
 */
export async function loadChart(): Promise<{ default: ComponentType<ThroughputChartProps> }> {
  if (!isLanguage(navigator.language))
    Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
  try {
    return await import('./ThroughputChart.tsx');
  } catch {
    return { default: NoChart };
  }
}

function NoChart() {
  return <p className="throughput-none">The chart could not be loaded. The table has its numbers.</p>;
}
