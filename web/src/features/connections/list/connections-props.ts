import type { Connection } from '@ridgeline/contracts';
import type { useActionsMenu } from '../actions/use-actions-menu.tsx';
import type { Creators } from './use-creators.ts';

/** What both views of the connections are given. */
export interface ConnectionsProps {
  /** Those that were found, in their order. */
  readonly connections: readonly Connection[];
  readonly creators: Creators;
  readonly menu: Pick<ReturnType<typeof useActionsMenu>, 'toggle' | 'openFor'>;
}
