import { isDeepStrictEqual } from 'node:util';
import type { PortalState } from '../../support/portal-state.ts';

/** What a user did in HubSpot between a migration and its undo, to the object with this key in the portal's state. */
export type Touch = { readonly key: string } & (
  | { readonly did: 'change'; readonly property: string }
  /** A record of the user's was associated with it. */
  | { readonly did: 'tie' }
  | { readonly did: 'make' }
  | { readonly did: 'delete' }
);

/** A portal before and after a migration that was undone. */
export interface UndoEvidence {
  /** Before the migration. */
  readonly before: PortalState;
  /** After the migration and the users' changes, before the undo. */
  readonly handed: PortalState;
  /** After the undo. */
  readonly after: PortalState;
  readonly touches: readonly Touch[];
  /** What the undo names as spared, and why. */
  readonly spared: readonly { readonly key: string; readonly reason: string }[];
}

/** The two records of an association, else none. */
const endsOf = (key: string): readonly string[] => (key.includes(' and ') ? key.split(' and ') : []);

/**
 * Everything in which a portal differs from its state before the migration, except for what had to be spared and is
 * reported so; in words.
 */
export function undoProblems(evidence: UndoEvidence): string[] {
  return [...differences(evidence), ...causeless(evidence), ...lostTouches(evidence)];
}

function differences({ before, handed, after, touches, spared }: UndoEvidence): string[] {
  const those = (did: Touch['did']) =>
    new Set(touches.filter((touch) => touch.did === did).map(({ key }) => key));
  const [deleted, made] = [those('delete'), those('make')];
  const named = new Set(spared.map(({ key }) => key));
  const expected = (key: string): unknown =>
    touches.reduce(
      (record, touch) =>
        touch.did === 'change' && touch.key === key && isValues(record)
          ? { ...record, [touch.property]: valueIn(handed, key, touch.property) }
          : record,
      before[key],
    );
  return Object.keys({ ...before, ...after }).flatMap((key) => {
    if ([key, ...endsOf(key)].some((one) => deleted.has(one)))
      return key in after ? [`${key} was deleted by a user and is back`] : [];
    if (named.has(key) || made.has(key) || isDeepStrictEqual(expected(key), after[key])) return [];
    return [`${key} is not as before, and is not named: ${JSON.stringify([expected(key), after[key]])}`];
  });
}

/** What was spared although no user had touched it and nothing that stays is associated with it. */
function causeless({ before, handed, after, touches, spared }: UndoEvidence): string[] {
  const named = new Set(spared.map(({ key }) => key));
  const stays = (key: string): boolean =>
    key in before || named.has(key) || touches.some((touch) => touch.key === key);
  const pairs = Object.keys(handed).filter((key) => endsOf(key).length > 0 && key in after);
  return spared.flatMap(({ key, reason }) => {
    const [deal] = endsOf(key);
    const hasCause =
      touches.some((touch) => touch.key === key) ||
      (reason === 'no_prior_value' && key in before) ||
      (deal !== undefined && stays(deal)) ||
      (key.startsWith('contact ') &&
        pairs.some((pair) => endsOf(pair)[1] === key && stays(endsOf(pair)[0] ?? '')));
    return hasCause ? [] : [`${key} was spared without a cause: ${reason}`];
  });
}

function lostTouches({ handed, after, touches }: UndoEvidence): string[] {
  return touches.flatMap((touch) => {
    if (touch.did === 'delete') return [];
    if (!(touch.key in after)) return [`${touch.key} is gone though a user had a hand in it`];
    if (touch.did !== 'change') return [];
    const { key, property } = touch;
    return isDeepStrictEqual(valueIn(after, key, property), valueIn(handed, key, property))
      ? []
      : [`${property} of ${key} is not what a user made it`];
  });
}

const isValues = (record: unknown): record is Readonly<Record<string, unknown>> =>
  typeof record === 'object' && record !== null && !Array.isArray(record);

function valueIn(state: PortalState, key: string, property: string): unknown {
  const record = state[key];
  return isValues(record) ? record[property] : undefined;
}
