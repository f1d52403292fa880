import { describe, expect, test } from '@jest/globals';
import { withOptions } from '@ridgeline/hubspot';
import { newEnumerations } from '../testing/a-job.ts';
import { OptionCache } from './option-cache.ts';
import type { OptionWriter } from './option-writer.ts';

const open = new AbortController().signal;
const category = 'acculynx_category';

/** A writer that adds everything except the listed labels, once it is released. */
function aWriter(unfit: readonly string[] = []) {
  const asked: (readonly string[])[] = [];
  const gate = Promise.withResolvers<undefined>();
  let properties = newEnumerations;
  const write: OptionWriter = async (name, labels) => {
    asked.push(labels);
    await gate.promise;
    properties = properties.map((property) =>
      property.name === name
        ? {
            ...property,
            options: [
              ...withOptions(
                property.options,
                labels.filter((label) => !unfit.includes(label)),
              ).options,
            ],
          }
        : property,
    );
    const property = properties.find((one) => one.name === name);
    if (!property) throw new Error(`There is no ${name}`);
    const refused = labels.filter((label) => unfit.includes(label));
    return { property, unfit: refused.map((label) => ({ label, reason: 'refused' as const })) };
  };
  return { write, asked, go: () => gate.resolve(undefined) };
}

const wanted = (...labels: string[]) => new Map([[category, labels]]);

describe('The options of a portal', () => {
  test('When a label is written in another case, then its option is found', () => {
    const book = new OptionCache(newEnumerations, null);
    expect(book.find(category, ' residential ')).toEqual({ value: 'Residential' });
    expect(book.find(category, 'Barn')).toEqual({ value: null, reason: 'missing' });
    expect(book.labelOf(category, 'Commercial')).toBe('Commercial');
    expect(book.labelOf(category, 'Barn')).toBeNull();
  });

  test('When options may not be added, then nothing is asked for', async () => {
    const book = new OptionCache(newEnumerations, null);
    await book.add(wanted('Barn'), open);
    expect(book.find(category, 'Barn')).toEqual({ value: null, reason: 'missing' });
  });

  test('When several groups need new options concurrently, then those that wait are added together, each once', async () => {
    const { write, asked, go } = aWriter();
    const book = new OptionCache(newEnumerations, write);
    const adding = [
      book.add(wanted('Barn', 'Residential'), open),
      book.add(wanted('Shed', 'barn'), open),
      book.add(wanted('Church', 'Shed'), open),
    ];
    go();
    await Promise.all(adding);
    await book.add(wanted('Church'), open);
    expect(asked.flat().toSorted()).toEqual(['Barn', 'Church', 'Shed']);
    expect(asked.length).toBeLessThanOrEqual(2);
    for (const label of ['Barn', 'SHED', 'Church']) expect(book.find(category, label).value).not.toBeNull();
  });

  test('When an option cannot be added, then it is said why, and it is not tried again', async () => {
    const { write, asked, go } = aWriter(['Barn']);
    go();
    const book = new OptionCache(newEnumerations, write);
    await book.add(wanted('Barn'), open);
    await book.add(wanted('barn'), open);
    expect(book.find(category, 'BARN')).toEqual({ value: null, reason: 'refused' });
    expect(asked).toEqual([['Barn']]);
  });

  test('When adding fails, then the next one is still tried', async () => {
    let calls = 0;
    const { write, go } = aWriter();
    go();
    const book = new OptionCache(newEnumerations, (...call) => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('broken')) : write(...call);
    });
    await expect(book.add(wanted('Barn'), open)).rejects.toThrow('broken');
    await book.add(wanted('Barn'), open);
    expect(book.find(category, 'Barn')).toEqual({ value: 'Barn' });
  });
});
