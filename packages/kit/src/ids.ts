import { v7 } from 'uuid';

/** A new UUID v7: unique, and ordered by time. */
export function newId(): string {
  return v7();
}
