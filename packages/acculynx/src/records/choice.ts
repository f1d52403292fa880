import { z } from 'zod';
import { optionalId, text } from './lenient.ts';

/** A row of a settings list as a person chooses it: its id, as text even where it is a number, and its name. */
export interface AcculynxChoice {
  readonly id: string;
  readonly name: string;
}

/** A row's id stands under `id`; trade types and job categories have `tradeId` and `categoryId` too (vendors/acculynx.md, 4.5). */
export const choiceSchema = z
  .object({ id: optionalId, tradeId: optionalId, categoryId: optionalId, name: text })
  .transform(({ id, tradeId, categoryId, name }) => ({ id: id ?? tradeId ?? categoryId, name }))
  .refine((choice): choice is AcculynxChoice => choice.id !== null && choice.name !== null);
