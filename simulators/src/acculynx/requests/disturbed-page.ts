import type { VendorRequest } from '../../http/vendor-server.ts';
import type { Random } from '../../determinism/random.ts';
import type { Place, SourceList } from '../../seed/source-list.ts';
import type { AccuLynxCompany } from './company.ts';

/** A place as a fault names it; a random one is drawn from this many. */
export const drawnPlace = (at: Place | 'random', random: Random, places: number): Place =>
  at === 'random' ? Math.floor(random() * places) : at;

/** A page without some of its records, which are consecutive. */
function shortened<T>(
  items: readonly T[],
  leaveOut: number,
  from: 'front' | 'end' | 'random',
  random: Random,
): T[] {
  const kept = Math.max(0, items.length - leaveOut);
  const start = { front: 0, end: kept, random: Math.floor(random() * (kept + 1)) }[from];
  return items.toSpliced(start, leaveOut);
}

/** Records as they are shown after the faults `malform`. */
export function malformed(
  request: VendorRequest<AccuLynxCompany>,
  shown: readonly { readonly id: string }[],
): unknown[] {
  const effects = request.sideEffects('malform').map(({ effect }) => effect);
  return shown.map((record) => {
    const effect = effects.find(({ ids }) => ids.includes(record.id));
    return effect ? effect.fields && { ...record, ...effect.fields } : record;
  });
}

/**
 * What remains of a page after the faults `short-page`; then the faults `shift` move the listing, so that the next page is
 * made from a shifted one.
 */
export function disturbedPage<T>(
  request: VendorRequest<AccuLynxCompany>,
  list: SourceList,
  now: number,
  items: readonly T[],
): T[] {
  let shown = [...items];
  for (const { effect, random } of request.sideEffects('short-page'))
    shown = shortened(shown, effect.leaveOut, effect.from, random);
  for (const { effect, random } of request.sideEffects('shift')) {
    const { action, at, count } = effect;
    if (action === 'delete') list.deleteAt(drawnPlace(at, random, list.count), count);
    else list.insert(drawnPlace(at, random, list.count + 1), count, now);
  }
  return shown;
}
