import type { Migration } from '@ridgeline/contracts';
import { StatusTag } from '../../ui/controls/StatusTag.tsx';
import { migrationLook } from './migration-look.ts';

/** A migration's status, with what holds it up or why it failed; over, but not as it should be, is amber. */
export function MigrationStatusTag({ migration }: { readonly migration: Migration }) {
  return <StatusTag {...migrationLook(migration)} />;
}
