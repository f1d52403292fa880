import { describe, expect, test } from '@jest/globals';
import { rangesOfSearch, wordsOfRecord } from './record-words.ts';

describe('The words by which a record is found', () => {
  test('They are those of its name and of its email, in lower case and without accents, and the email as a whole', () => {
    const words = wordsOfRecord({ name: 'José  O’Brien-Núñez', key: 'Jose.OBrien@summit.example' });
    expect(words).toEqual(
      expect.arrayContaining([
        'jose',
        'o',
        'brien',
        'nunez',
        'jose.obrien@summit.example',
        'summit',
        'obrien',
      ]),
    );
    expect(words).toHaveLength(new Set(words).size);
  });

  test('A name without end has some words only, none of them long', () => {
    const words = wordsOfRecord({
      name: Array.from({ length: 500 }, (_, n) => `w${String(n)}`).join(' '),
      key: null,
    });
    expect(words).toHaveLength(24);
    expect(wordsOfRecord({ name: 'x'.repeat(70_000), key: null })).toEqual(['x'.repeat(80)]);
  });
});

describe('The beginnings that a search asks for', () => {
  test('An email or an id is one, other words are each one, the longest first', () => {
    const from = (search: string) => rangesOfSearch(search).map((range) => range.from);
    expect(from('Ann Whitfield')).toEqual(['whitfield', 'ann']);
    expect(from('ann@summit')).toEqual(['ann@summit']);
    expect(from(" ' ; -- ")).toEqual(['--']);
    expect(from('’')).toEqual([]);
  });

  test('A range holds every word with its beginning, and no other', () => {
    const [range] = rangesOfSearch('smi');
    const isIn = (word: string) =>
      Buffer.compare(Buffer.from(word), Buffer.from(range?.from ?? '')) >= 0 &&
      Buffer.compare(Buffer.from(word), Buffer.from(range?.until ?? '')) < 0;
    expect(['smi', 'smith', 'smi\u{1F600}'].map(isIn)).toEqual([true, true, true]);
    expect(['smh', 'smj', 'sm'].map(isIn)).toEqual([false, false, false]);
  });
});
