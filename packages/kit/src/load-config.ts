import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** The problem of a variable, never including its value, and the purpose of the variable. */
export interface ConfigProblem {
  readonly variable: string;
  readonly problem: string;
  readonly wanted?: string;
}

/** Invalid configuration; the message names every wrong variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const all = problems.map(({ variable, problem }) => `${variable}: ${problem}`);
    super(`The configuration does not fit: ${all.join('; ')}`);
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `NAME`, or the file that `NAME_FILE` points to; an empty text counts as missing. */
function readValue(name: string, environment: Environment, problems: ConfigProblem[]): string | undefined {
  const direct = environment[name];
  const file = environment[`${name}_FILE`];
  if (direct && file)
    problems.push({ variable: name, problem: `set either ${name} or ${name}_FILE, not both` });
  if (!file) return direct === '' ? undefined : direct;
  const text = readSecretFile(file);
  if (text === undefined) problems.push({ variable: `${name}_FILE`, problem: 'the file cannot be read' });
  return text;
}

/** A secret's file without the line end; undefined when it cannot be read. */
export function readSecretFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** The file that NAME comes from; undefined when it is given itself. */
export function fileOf(name: string, environment: Environment = process.env): string | undefined {
  const file = environment[`${name}_FILE`];
  return file === '' ? undefined : file;
}

/**
 * Validates a service's environment against its schema. Each NAME may come from a file through NAME_FILE.
 * All problems are reported together in one `ConfigError`.
 */
export function loadConfig<S extends z.ZodObject>(
  schema: S,
  environment: Environment = process.env,
): z.output<S> {
  const problems: ConfigProblem[] = [];
  const names = Object.keys(schema.shape);
  const raw = Object.fromEntries(names.map((name) => [name, readValue(name, environment, problems)]));
  const parsed = schema.safeParse(raw);
  problems.push(...(parsed.error?.issues ?? []).map((issue) => problemOf(schema, raw, issue)));
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return parsed.data;
}

function problemOf(
  schema: z.ZodObject,
  raw: Readonly<Record<string, string | undefined>>,
  { path, message, code }: z.core.$ZodIssue,
): ConfigProblem {
  const name = String(path[0]);
  const wanted = (schema.shape[name] as z.ZodType | undefined)?.description;
  // A check over several variables says itself what is missing.
  const missing = raw[name] === undefined && code !== 'custom';
  return {
    variable: path.join('.'),
    problem: missing ? 'is missing' : message,
    ...(wanted === undefined ? {} : { wanted }),
  };
}
