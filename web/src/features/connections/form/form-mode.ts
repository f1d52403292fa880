import type { Connection } from '@ridgeline/contracts';
import { copyOf, newValues, valuesOf, type ConnectionValues } from './connection-values.ts';

/** What the form is opened for. */
export type FormMode =
  | { readonly kind: 'create' }
  | { readonly kind: 'duplicate'; readonly source: Connection }
  | { readonly kind: 'edit'; readonly connection: Connection };

/** A name of its own for each form: of its draft, and of a save that is under way. */
export function formName(mode: FormMode): string {
  switch (mode.kind) {
    case 'create':
      return 'create';
    case 'duplicate':
      return `duplicate-${mode.source.id}`;
    case 'edit':
      return `edit-${mode.connection.id}`;
  }
}

/** The stored connection whose masks stand in the form; null for a new one. */
export function storedOf(mode: FormMode): Connection | null {
  switch (mode.kind) {
    case 'create':
      return null;
    case 'duplicate':
      return mode.source;
    case 'edit':
      return mode.connection;
  }
}

/** What the form begins with. */
export function firstValues(mode: FormMode, companyId: string): ConnectionValues {
  switch (mode.kind) {
    case 'create':
      return newValues(companyId);
    case 'duplicate':
      return copyOf(mode.source);
    case 'edit':
      return valuesOf(mode.connection);
  }
}
