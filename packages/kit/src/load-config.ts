import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Configuration that does not fit: lists every problem, one per line, and never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `NAME`, or the file that `NAME_FILE` points to; an empty text counts as missing. */
function readValue(name: string, environment: Environment, problems: string[]): string | undefined {
  const direct = environment[name];
  const file = environment[`${name}_FILE`];
  if (direct && file) problems.push(`${name}: set either ${name} or ${name}_FILE, not both`);
  if (!file) return direct === '' ? undefined : direct;
  const text = readSecretFile(file);
  if (text === undefined) problems.push(`${name}_FILE: the file cannot be read`);
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
  const problems: string[] = [];
  const names = Object.keys(schema.shape);
  const raw = Object.fromEntries(names.map((name) => [name, readValue(name, environment, problems)]));
  const parsed = schema.safeParse(raw);
  if (!parsed.success)
    problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  if (!parsed.success || problems.length > 0)
    throw new ConfigError(
      `The configuration is not complete:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
  return parsed.data;
}
