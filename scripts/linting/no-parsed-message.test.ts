import { describe, test } from '@jest/globals';
import { RuleTester } from 'oxlint/plugins-dev';
import { noParsedMessage } from './no-parsed-message.ts';

RuleTester.describe = describe;
RuleTester.it = test;

const takenApart = [
  ['by a regular expression', '/^(.*): /.exec(message)'],
  ['by a test', '/^Batch/.test(line.message)'],
  ['by its place', "const end = outcome.message.indexOf(': ')"],
  ['by cutting', 'const name = message.slice(0, end)'],
  ['by splitting', "outcome?.message?.split(': ')"],
  ['by matching', 'log.message.match(/x/)'],
  ['after another method', "message.trim().split(': ')"],
  ['with a default', "(message ?? '').search(/: /)"],
  ['under another name', "const text = line.message; text.split(': ')"],
  ['taken out of a line', "const { message: said } = line; said.startsWith('Batch')"],
  ['taken out of a parameter', "lines.filter(({ message = '' }) => message.includes('Batch'))"],
  ['the words alone', "const nameOf = (words: string) => words.replace('x', '')"],
  ["a vendor's", "const { error } = answer; error.message.split(': ')"],
  ['what a vendor said', 'JSON.parse(problem.detail.slice(start, end))'],
] as const;

const left = [
  ['is printed', 'console.log(`${name}: ${message}`)'],
  ['is cut to a length', 'message.slice(0, 200)'],
  ['is compared as a whole', 'lines.filter(({ message }) => message === said)'],
  ['is measured', 'message.length > 9'],
  ['is another text', "const text = 'a: b'; text.split(': ')"],
  ['only shares its name with a field', "const { name: message } = record; message.split(' ')"],
  ["is a caught error's", "try { run(); } catch (error) { error.message.startsWith('NOSCRIPT'); }"],
  ["is an unknown error's", 'const isMissing = (error: unknown) => /import/.test(error.message)'],
] as const;

new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } }).run(
  'A sentence for people is not taken apart',
  noParsedMessage,
  {
    valid: left.map(([how, code]) => ({ name: `When it ${how}, then nothing is wrong`, code })),
    invalid: takenApart.map(([how, code]) => ({
      name: `When it is ${how}, then it is refused`,
      code,
      errors: 1,
    })),
  },
);
