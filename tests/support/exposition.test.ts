import { expect, test } from '@jest/globals';
import { readExposition } from './exposition.ts';

const head = '# HELP a_total What it is\n# TYPE a_total counter\n';

test('Metrics are read with their type, their meaning and their series', () => {
  const metrics = readExposition(`${head}a_total{x="1",y="a \\"b\\""} 2\na_total 1e3\n`);
  expect(metrics.get('a_total')).toEqual({
    type: 'counter',
    help: 'What it is',
    series: new Map([
      ['a_total{x="1",y="a \\"b\\""}', 2],
      ['a_total', 1_000],
    ]),
  });
});

test.each([
  ['a series of nothing', 'b 1'],
  ['a series that stands twice', `${head}a_total 1\na_total 2`],
  ['a metric that stands twice', `${head}a_total 1\n${head}`],
  ['a label without quotes', `${head}a_total{x=1} 1`],
  ['a value that is no number', `${head}a_total one`],
  ['a type alone', '# TYPE b gauge'],
])('%s is refused', (_what, text) => {
  expect(() => readExposition(text)).toThrow();
});
