import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { renderedFolder } from './render.ts';

/** The parts of docker-compose.yml that these tests check. */
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

/** The text of docker-compose.yml, with its variables unresolved. */
export const composeText = readFileSync(join(renderedFolder, '..', 'docker-compose.yml'), 'utf8');

/** The same as objects. */
export const compose = parse(composeText, { merge: true }) as Compose;
