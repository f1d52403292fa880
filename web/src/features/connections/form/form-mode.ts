import type { Connection } from '@ridgeline/contracts';
import { copyOf, newValues, valuesOf, type ConnectionValues } from './connection-values.ts';

/** The purpose for which the form is open. */
export type FormMode =
  | { readonly kind: 'create' }
  | { readonly kind: 'duplicate'; readonly source: Connection }
  | { readonly kind: 'edit'; readonly connection: Connection };

/** A unique name per form, for its draft and for a save in progress. */
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

/** The stored connection whose masks the form holds; null for a new one. */
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

/** The form's initial values. */
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

/** The field that gets the focus in an edit: the rejected credential, else the name. */
export function firstField({
  acculynxStatus,
  hubspotStatus,
}: Pick<Connection, 'acculynxStatus' | 'hubspotStatus'>): keyof ConnectionValues {
  if (acculynxStatus === 'invalid') return 'acculynxApiKey';
  return hubspotStatus === 'invalid' ? 'hubspotPat' : 'name';
}

interface ModeTexts {
  readonly title: string;
  readonly submit: string;
  readonly failed: string;
  /** The reassurance shown while the save runs. */
  readonly meanwhile: string;
  /** The reassurance shown after a failure. */
  readonly unharmed: string;
}

const ofNew: ModeTexts = {
  title: 'Create New Connection',
  submit: 'Create connection',
  failed: 'Failed to create connection',
  meanwhile: 'Checking both credentials. If a step fails, nothing is saved.',
  unharmed: 'The connection was not saved.',
};

const ofEdit: ModeTexts = {
  title: 'Update Connection',
  submit: 'Update connection',
  failed: 'Failed to update connection',
  meanwhile: 'Checking both credentials. If a step fails, the connection stays as it was.',
  unharmed: 'The connection was not changed.',
};

/** The words of a form; a copy is a new connection. */
export const textsOf = ({ kind }: FormMode): ModeTexts => (kind === 'edit' ? ofEdit : ofNew);

/** Shown if the server gives no reason. */
export const unknownError = 'An unknown error occurred';

export const creationToast = {
  title: 'HubSpot Properties Creation Failed',
  fallback: 'HubSpot property creation failed. Please check your HubSpot PAT and permissions.',
} as const;
