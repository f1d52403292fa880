import { describe, expect, test } from '@jest/globals';
import { referenceProblems } from './references.ts';
import { writtenFiles } from './repository.ts';

/** Its examples cite what is not there. */
const thisFile = 'tests/documents/references.test.ts';

const problemsOf = (text: string, path = 'docs/operations.md'): readonly string[] =>
  referenceProblems({ path, text }).map((problem) => problem.replace(`${path}: `, ''));

describe('What a comment or document cites', () => {
  test('is in the repository', () => {
    const cited = writtenFiles.filter(({ path }) => path !== thisFile);
    expect(cited.length).toBeGreaterThan(2000);
    expect(cited.flatMap(referenceProblems)).toEqual([]);
  });

  test('is refused when the document is not there', () => {
    expect(problemsOf('as design.md says', 'web/src/app.ts')).toEqual(['there is no design.md']);
    expect(problemsOf('[the design](../design.md)')).toContain('there is no design.md');
    expect(problemsOf('<img src="images/gone.png">')).toEqual(['there is no docs/images/gone.png']);
    expect(problemsOf('`gateway/src/gone.ts`, `src/app.ts`, `gateway/src/main.ts`')).toEqual([
      'there is no gateway/src/gone.ts',
    ]);
    expect(problemsOf('[the metrics](metrics.md), https://example.com/other.md')).toEqual([]);
  });

  test('is refused when the document has no such part', () => {
    expect(problemsOf('docs/decisions.md, 5 and (docs/decisions.md, Identity)')).toEqual([]);
    expect(problemsOf('(docs/decisions.md, 99)')).toEqual(['docs/decisions.md has no 99']);
    expect(problemsOf('as in docs/vendors/hubspot.md, 5 and 77.')).toEqual([
      'docs/vendors/hubspot.md has no 77',
    ]);
    expect(problemsOf('[later](metrics.md#no-such-heading)')).toEqual([
      'docs/metrics.md has no heading #no-such-heading',
    ]);
  });

  test('is refused when it is a number without its document', () => {
    expect(problemsOf('see decision 5, section 12')).toEqual([
      '"decision 5" names no document',
      '"section 12" names no document',
    ]);
    expect(problemsOf('[decision 5](decisions.md#accounts)')).toEqual([]);
    expect(problemsOf('[decision 99](decisions.md#accounts)')).toEqual(['docs/decisions.md has no 99']);
    expect(problemsOf('## 12. Sums\n\nsee section 12')).toEqual([]);
    expect(problemsOf('ADR 9999')).toEqual(['there is no ADR 9999']);
  });
});
