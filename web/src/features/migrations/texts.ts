import type { MigrationType } from '@ridgeline/contracts';

export const typeTexts: Readonly<Record<MigrationType, string>> = { contacts: 'Contacts', jobs: 'Jobs' };
