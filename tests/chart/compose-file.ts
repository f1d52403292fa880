import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { renderedFolder } from './render.ts';

/** The parts of docker-compose.yml that its rules speak of. */
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
}

/** One container. */
export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly args: { readonly SERVICE: string; readonly VERSION: string } };
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly restart?: string;
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
}

/** What docker-compose.yml says, with its variables as they stand there. */
export const composeText = readFileSync(join(renderedFolder, '..', 'docker-compose.yml'), 'utf8');

/** The same as objects. */
export const compose = parse(composeText, { merge: true }) as Compose;
