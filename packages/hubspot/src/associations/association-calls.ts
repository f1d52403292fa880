import type { CallSignals } from '@ridgeline/vendor-http';
import { z } from 'zod';
import {
  associationAnswer,
  associationsReadSchema,
  associationTypesSchema,
  type AssociatedPair,
  type AssociationAnswer,
  type AssociationsRead,
  type LabelledPair,
  type NamedAssociationType,
} from './associations.ts';
import { hubspotVersion, type HubspotCall, type ObjectPath } from '../hubspot-call.ts';
import type { HubspotOutcome } from '../hubspot-outcome.ts';

/** From which kind of record to which: the direction matters. */
export interface AssociationDirection {
  readonly from: ObjectPath;
  readonly to: ObjectPath;
}

/** Calls that bind records to each other (docs/vendors/hubspot.md, 10). None counts against the ten-second window (6). */
export interface AssociationCalls {
  /** Associates up to 2,000 pairs without a label. Idempotent: one that exists already stays as it is. */
  associateDefault(
    direction: AssociationDirection,
    pairs: readonly AssociatedPair[],
    signals?: CallSignals,
  ): Promise<HubspotOutcome<AssociationAnswer>>;
  /** Associates up to 2,000 pairs with labels. Idempotent as well; types that a pair has already stay. */
  associate(
    direction: AssociationDirection,
    pairs: readonly LabelledPair[],
    signals?: CallSignals,
  ): Promise<HubspotOutcome<AssociationAnswer>>;
  /** Takes labels off up to 2,000 pairs, which stay associated. Idempotent. */
  removeLabels(
    direction: AssociationDirection,
    pairs: readonly LabelledPair[],
    signals?: CallSignals,
  ): Promise<HubspotOutcome<unknown>>;
  /** Removes up to 2,000 associations with all their labels. Idempotent: one that is not there is fine. */
  dissociate(
    direction: AssociationDirection,
    pairs: readonly AssociatedPair[],
    signals?: CallSignals,
  ): Promise<HubspotOutcome<unknown>>;
  /** What up to 1,000 records are associated with, each from its own `after` on. */
  readAssociations(
    direction: AssociationDirection,
    records: readonly { readonly id: string; readonly after?: string }[],
    signals?: CallSignals,
  ): Promise<HubspotOutcome<AssociationsRead>>;
  /** Which types there are in this direction, the portal's labels among them. */
  associationTypes(
    direction: AssociationDirection,
    signals?: CallSignals,
  ): Promise<HubspotOutcome<NamedAssociationType[]>>;
}

export function associationCalls(call: HubspotCall): AssociationCalls {
  const pathOf = ({ from, to }: AssociationDirection) => `/crm/associations/${hubspotVersion}/${from}/${to}`;
  const ends = ({ from, to }: AssociatedPair) => ({ from: { id: from }, to: { id: to } });
  const withTypes = (pair: LabelledPair) => ({
    ...ends(pair),
    types: pair.types.map(({ category, typeId }) => ({
      associationCategory: category,
      associationTypeId: typeId,
    })),
  });
  return {
    associateDefault: (direction, pairs, signals) =>
      call(associationAnswer(pairs), {
        method: 'POST',
        path: `${pathOf(direction)}/batch/associate/default`,
        body: { inputs: pairs.map(ends) },
        signals,
      }),

    associate: (direction, pairs, signals) =>
      call(associationAnswer(pairs), {
        method: 'POST',
        path: `${pathOf(direction)}/batch/create`,
        body: { inputs: pairs.map(withTypes) },
        signals,
      }),

    removeLabels: (direction, pairs, signals) =>
      call(z.unknown(), {
        method: 'POST',
        path: `${pathOf(direction)}/batch/labels/archive`,
        body: { inputs: pairs.map(withTypes) },
        signals,
      }),

    dissociate: (direction, pairs, signals) =>
      call(z.unknown(), {
        method: 'POST',
        path: `${pathOf(direction)}/batch/archive`,
        body: { inputs: pairs.map(({ from, to }) => ({ from: { id: from }, to: [{ id: to }] })) },
        signals,
      }),

    readAssociations: (direction, records, signals) =>
      call(associationsReadSchema, {
        method: 'POST',
        path: `${pathOf(direction)}/batch/read`,
        body: { inputs: records },
        signals,
      }),

    associationTypes: (direction, signals) =>
      call(associationTypesSchema, { method: 'GET', path: `${pathOf(direction)}/labels`, signals }),
  };
}
