import { describe, expect, test } from '@jest/globals';
import { findPhrases } from './find-phrases.ts';

const found = (path: string, text: string): readonly string[] =>
  findPhrases(path, text).map((finding) => finding.found);

describe('The phrases that are not written', () => {
  test.each([
    ['a comment', 'a.ts', '// Nobody reads this.\nrun();', ['Nobody']],
    ['a comment at the end of a line', 'a.ts', 'run(); // It stops at once.', ['at once']],
    ['a comment at the end of a file', 'a.ts', 'run();\n// Told apart by id.', ['Told apart']],
    ['a string', 'a.ts', "log('Trying once more');", ['once more']],
    ['a template', 'a.ts', 'log(`${name} gave up after ${n} tries`);', ['gave up']],
    ['a test name', 'a.test.ts', "test('When it fails, then it goes on', run);", ['goes on']],
    ['the text of an element', 'a.tsx', 'const a = <p>Somebody else saved it</p>;', ['Somebody']],
    ['a document', 'README.md', 'Records go over by themselves.', ['go over', 'by themselves']],
    ['a manifest', 'a.yaml', '# Redis is away.', ['is away']],
  ])('When %s uses one, then it is found', (_, path, text, phrases) => {
    expect(found(path, text)).toEqual(phrases);
  });

  test('When a phrase runs over two lines of a comment, then it is found with its first line', () => {
    const [finding] = findPhrases('a.ts', '/**\n * It restarts by\n * itself.\n */\nrun();');
    expect(finding).toEqual({ line: 2, found: 'by\n * itself', write: 'automatically' });
  });

  test.each([
    ['a name in code', 'a.ts', 'const nobody = meanwhile(stray.deed);'],
    ['the path of an import', 'a.ts', "import { mails } from './mails/mails.ts';"],
    ['a type of literals', 'a.ts', "type Kind = 'stray' | 'other';"],
    ['a longer word', 'a.ts', '// Amended, recommended and prejudged emails.'],
    ['a batch size', 'a.ts', '// A batch may hold up to 100 records.'],
    ['the Unix user', 'a.ts', "const fields = accounts.get('nobody');"],
  ])('When %s looks like one, then it is left alone', (_, path, text) => {
    expect(found(path, text)).toEqual([]);
  });

  test('When a fixed text stands next to a phrase, then only the phrase outside of it counts', () => {
    const text = "// nobody\nconst fields = accounts.get('nobody');";
    expect(findPhrases('a.ts', text).map(({ line }) => line)).toEqual([1]);
  });
});
