import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Sign } from './sign.ts';

/** The parts of a runbook that a program can follow. */
export interface Runbook {
  /** Its place in the repository. */
  readonly path: string;
  /** The panels that "Look" names. */
  readonly panels: readonly string[];
  /** The log lines that it quotes. */
  readonly logs: readonly string[];
  /** The commands, statements and server messages that it quotes. */
  readonly quotations: readonly string[];
  /** The steps of "Act", without their numbers. */
  readonly acts: readonly string[];
}

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

/** Reads the runbook of an alert. */
export function readRunbook(alert: string): Runbook {
  const path = `docs/runbooks/${alert}.md`;
  const text = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
  const [look = '', act = ''] = text.slice(text.indexOf('## Look')).split('## Act');
  return {
    path,
    panels: all(look, /\*\*(.+?)\*\*/g),
    logs: all(look, /"([^"]+)"/g),
    quotations: all(look, /`([^`]+)`/g),
    acts: all(act, /^\d+\. (.+)$/gm),
  };
}

/** The runbook's quotation that begins with this text, with its placeholders filled in. Throws when there is none. */
export function quotation(
  { path, quotations }: Runbook,
  beginning: string,
  placeholders: Readonly<Record<string, string>> = {},
): string {
  const found = quotations.find((quoted) => quoted.startsWith(beginning));
  if (found === undefined) throw new Error(`${path} does not quote: ${beginning}`);
  return Object.entries(placeholders).reduce(
    (text, [name, value]) => text.replaceAll(`<${name}>`, value),
    found,
  );
}

/** Whether the runbook says to look at this. */
export function isNamed({ panels, logs, quotations }: Runbook, sign: Sign): boolean {
  if ('panel' in sign) return panels.includes(sign.panel);
  if ('log' in sign) return logs.includes(sign.log);
  return quotations.some((quoted) => quoted.startsWith('broker' in sign ? sign.broker : sign.command));
}
