import type { Endpoint } from '../endpoint.ts';
import * as contract from '../index.ts';

/** An endpoint that the gateway offers, by the name under which the contract exports it. */
export interface Operation {
  /** The `operationId`, such as `listConnections`: the name in programs that are generated from the document. */
  readonly id: string;
  readonly endpoint: Endpoint;
}

/** Clients have narrower descriptions of some calls: those are no operations of their own. */
function isOperation(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    'access' in value &&
    !('narrowed' in value)
  );
}

const nameOf = ({ endpoint: { path, method } }: Operation): string => `${path} ${method}`;

/** Every operation by path: the whole contract except `internal/`. */
export const operations: readonly Operation[] = Object.entries<unknown>(contract)
  .flatMap(([id, value]) => (isOperation(value) ? { id, endpoint: value } : []))
  .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));

/** The endpoints of all operations. */
export const publicEndpoints: readonly Endpoint[] = operations.map(({ endpoint }) => endpoint);
