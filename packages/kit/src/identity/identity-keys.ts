import { unwatchFile, watchFile } from 'node:fs';
import { z } from 'zod';
import { readSecretFile } from '../load-config.ts';
import type { Logger } from '../logger.ts';

/** The id of a key that was configured without one. */
const onlyKey = 'only';

const secretSchema = z.string().min(32, 'needs at least 32 characters');

/** Several keys, all of which verify, and the id of the one that signs. */
const keyRingSchema = z
  .object({ sign: z.string(), keys: z.record(z.string().regex(/^[\w.-]{1,64}$/), secretSchema) })
  .refine(({ sign, keys }) => Object.hasOwn(keys, sign), 'names no key of its own to sign with');
type KeyRing = z.infer<typeof keyRingSchema>;

function readJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' });
    return z.NEVER;
  }
}

const onlySecretSchema = secretSchema.transform((secret): KeyRing => ({
  sign: onlyKey,
  keys: { [onlyKey]: secret },
}));
const ringTextSchema = z.string().transform(readJson).pipe(keyRingSchema);

/** Whether a text holds a key ring; a secret that begins with a brace is very unlikely. */
const isRing = (text: string): boolean => text.trimStart().startsWith('{');

/**
 * The keys that sign identities between our processes, in force until they are replaced. A holder of this object always
 * uses the current keys, so that they can be rotated while the process runs.
 */
export class IdentityKeys {
  #ring: KeyRing;

  constructor(ring: KeyRing) {
    this.#ring = ring;
  }

  /** The current signing key. */
  get signing(): { readonly id: string; readonly secret: string } {
    const { sign, keys } = this.#ring;
    return { id: sign, secret: keys[sign] ?? '' };
  }

  /** The secret that verifies tokens with this key id; null when the key is not, or no longer, in force. */
  secretOf(id: string): string | null {
    const { keys } = this.#ring;
    return Object.hasOwn(keys, id) ? (keys[id] ?? null) : null;
  }

  /** Puts other keys in force. */
  replace(other: IdentityKeys): void {
    this.#ring = other.#ring;
  }
}

/** One secret of at least 32 characters, or `{"sign":"2026-11","keys":{"2026-11":"...","2026-05":"..."}}`. */
export const identityKeySchema = z.string().transform((text, context): IdentityKeys => {
  const ring = (isRing(text) ? ringTextSchema : onlySecretSchema).safeParse(text);
  if (ring.success) return new IdentityKeys(ring.data);
  for (const { message } of ring.error.issues) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** Keys, or their text as configuration holds it. */
export type IdentityKeySource = IdentityKeys | string;

/** Throws for a text that `identityKeySchema` refuses. */
export function identityKeysOf(source: IdentityKeySource): IdentityKeys {
  return typeof source === 'string' ? identityKeySchema.parse(source) : source;
}

/** What is watched, and for whom. */
export interface WatchOptions {
  readonly file: string;
  readonly keys: IdentityKeys;
  readonly logger: Logger;
  readonly everyMs?: number;
}

/**
 * Reloads the file of the keys whenever it changes, until disposed. A file without keys changes nothing: those in force
 * stay. It polls, because mounted secrets are replaced through a link.
 */
export function watchIdentityKeys({ file, keys, logger, everyMs = 2_000 }: WatchOptions): Disposable {
  const readAgain = (): void => {
    const read = identityKeySchema.safeParse(readSecretFile(file) ?? '');
    if (!read.success) {
      logger.error('The file of the identity keys holds none; those in force stay');
      return;
    }
    keys.replace(read.data);
    logger.info({ signing: keys.signing.id }, 'The identity keys were read again');
  };
  watchFile(file, { interval: everyMs, persistent: false }, readAgain);
  return { [Symbol.dispose]: () => unwatchFile(file, readAgain) };
}
