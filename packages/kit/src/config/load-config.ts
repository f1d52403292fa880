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
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    problems.push(`${name}_FILE: the file cannot be read`);
    return undefined;
  }
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
