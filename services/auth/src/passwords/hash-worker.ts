import { hashSync, verifySync, type Options } from '@node-rs/argon2';

/** What a hashing thread is asked to do. */
export type HashTask =
  | { readonly kind: 'hash'; readonly password: string; readonly options: Options }
  | { readonly kind: 'verify'; readonly storedHash: string; readonly password: string };

/** Runs in a thread of its own: the PHC string of a password, or whether the password fits one. */
export default function work(task: HashTask): string | boolean {
  return task.kind === 'hash'
    ? hashSync(task.password, task.options)
    : verifySync(task.storedHash, task.password);
}
