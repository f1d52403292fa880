import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readResults, type StoredResult } from '../../load/results.ts';

const results = readResults();

function printed(benchmark: string): StoredResult {
  const result = results[benchmark];
  if (!result) throw new Error(`load/results.json has no ${benchmark}`);
  return result;
}

function figure(benchmark: string, name: string): number {
  const value = printed(benchmark).detail[name];
  if (typeof value !== 'number') throw new Error(`${benchmark} has no figure ${name}`);
  return value;
}

const text = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Figures that a document quotes from a benchmark, as the last result requires. */
const quotations: readonly (readonly [document: string, words: string])[] = [
  [
    'README.md',
    `${text(figure('backlog', 'events'))} events that arrived while AccuLynx was unavailable: ${text(figure('backlog', 'lost'))} records lost, ${text(figure('backlog', 'doubled'))} duplicated`,
  ],
  [
    'README.md',
    `contacts with ${text(figure('dry-run', 'calls'))} calls, where reading and looking them up takes ${text(figure('dry-run', 'calls to read and look up'))}`,
  ],
  ['README.md', `takes ${text(figure('undo', 'undo of created contacts: calls'))} calls`],
  ['README.md', `${text(printed('governed').ratio * 100)}% of AccuLynx's limit`],
  ['README.md', `within ${text(figure('live', 'p99 ms'))} ms`],
  ['README.md', `within ${text(figure('autosync', 'p95 ms') / 1000, 1)} seconds`],
  ['docs/operations.md', `| ${text(figure('gateway', 'gateway µs of CPU per request'), 1)} µs |`],
  ['docs/operations.md', `| ${text(figure('logins', 'CPU ms of the whole machine for one sign-in'))} ms |`],
  ['docs/operations.md', `| ${text(figure('logins', 'logins per second'), 1)} |`],
  ['docs/operations.md', `| ${text(figure('growth', 'worker µs of CPU per record'), 1)} µs |`],
  ['docs/operations.md', `| ${text(figure('growth', 'orchestrator µs of CPU per record'), 1)} µs |`],
  ['docs/operations.md', `| ${text(figure('governed', 'records per second'), 1)} |`],
  ['docs/operations.md', `| ${text(figure('governed', 'HubSpot calls per 1,000'), 1)} |`],
  ['docs/operations.md', `| ${text(figure('autosync', 'p95 ms') / 1000, 1)} s |`],
  ['docs/operations.md', `| ${text(printed('autosync-calls').ratio, 3)} |`],
  ['docs/operations.md', `| ${text(figure('backlog', 'seconds'))} s |`],
  ['docs/operations.md', `| ${text(figure('hooks', 'p99 ms'))} ms |`],
];

/** A sentence may be wrapped anywhere, and a table's cells are padded. */
const onOneLine = (document: string): string => document.replaceAll(/\s+/g, ' ');

test.each(quotations)('%s quotes what was printed last: %s', (document, words) => {
  expect(onOneLine(readFileSync(document, 'utf8'))).toContain(words);
});
