import { describe, expect, test } from '@jest/globals';
import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';
import { noParsedMessage } from './no-parsed-message.ts';

function found(code: string): number {
  const messages = new Linter().verify(code, {
    languageOptions: { parser },
    plugins: { ridgeline: { rules: { 'no-parsed-message': noParsedMessage } } },
    rules: { 'ridgeline/no-parsed-message': 'error' },
  });
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  return messages.length;
}

describe('A sentence for people is taken apart', () => {
  test.each([
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
    ['what a vendor said', 'JSON.parse(problem.detail.slice(start, end))'],
  ])('When it is %s, then it is refused', (_, code) => {
    expect(found(code)).toBe(1);
  });

  test.each([
    ['is printed', 'console.log(`${name}: ${message}`)'],
    ['is cut to a length', 'message.slice(0, 200)'],
    ['is compared as a whole', 'lines.filter(({ message }) => message === said)'],
    ['is measured', 'message.length > 9'],
    ['is another text', "const text = 'a: b'; text.split(': ')"],
    ['only shares its name with a field', "const { name: message } = record; message.split(' ')"],
  ])('When it %s, then nothing is wrong', (_, code) => {
    expect(found(code)).toBe(0);
  });
});
