import type { Connection } from '@ridgeline/contracts';
import { useRef } from 'react';
import { useVisibleRows, useWidth } from '../../../ui/table/visible-rows.ts';
import { usePhone } from '../../../ui/theme/use-media-query.ts';
import { personLabel } from '../../session/person.ts';
import type { useActionsMenu } from '../actions/use-actions-menu.tsx';
import { ConnectionCard } from '../ConnectionCard.tsx';
import type { Creators } from './use-creators.ts';

/** The connections as cards; only visible ones are rendered. */
export function ConnectionGrid({ connections, creators, menu }: ConnectionsProps) {
  const list = useRef<HTMLUListElement>(null);
  const gap = usePhone() ? 16 : 24;
  const columns = cardsBeside(useWidth(list), gap);
  const rows = Math.ceil(connections.length / columns);
  const { from, to } = useVisibleRows(list, { count: rows, rowHeight: cardHeight + gap, ahead: 1 });
  return (
    <ul
      ref={list}
      className="connections"
      aria-label="Connections"
      style={{
        gap,
        gridAutoRows: cardHeight,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        paddingTop: from * (cardHeight + gap),
        paddingBottom: (rows - to) * (cardHeight + gap),
      }}
    >
      {connections.slice(from * columns, to * columns).map((connection, index) => (
        <li key={connection.id} aria-setsize={connections.length} aria-posinset={from * columns + index + 1}>
          <ConnectionCard
            connection={connection}
            creator={creatorName(creators, connection.userId)}
            menuOpen={menu.openFor === connection.id}
            onMenu={menu.toggle}
          />
        </li>
      ))}
    </ul>
  );
}

function creatorName(creators: ConnectionsProps['creators'], userId: number): string | null {
  const person = creators[userId];
  return person ? personLabel(person) : null;
}

/** The fixed height of every card in pixels, so that cards out of sight need not be rendered. */
const cardHeight = 292;

/** A card is not narrower than this unless the page is. */
const narrowest = 380;

/** How many cards fit side by side; one until the width is known. */
export const cardsBeside = (width: number, gap: number): number =>
  Math.max(1, Math.floor((width + gap) / (narrowest + gap)));

/** What both views of the connections are given. */
export interface ConnectionsProps {
  /** The matching connections, sorted. */
  readonly connections: readonly Connection[];
  readonly creators: Creators;
  readonly menu: Pick<ReturnType<typeof useActionsMenu>, 'toggle' | 'openFor'>;
}
