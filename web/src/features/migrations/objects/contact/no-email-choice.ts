import type { ChoiceField } from '../object-view.ts';

/** Whether contacts without an email address are copied, in every migration that brings contacts. */
export const noEmailChoice = (note: string): ChoiceField => ({
  name: 'includeNoEmailContacts',
  control: 'checkbox',
  first: true,
  label: 'Include contacts without an email address',
  note,
});
