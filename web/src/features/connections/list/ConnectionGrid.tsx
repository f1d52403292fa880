import { useRef } from 'react';
import { useVisibleRows, useWidth } from '../../../ui/table/use-visible-rows.ts';
import { usePhone } from '../../../ui/theme/use-media-query.ts';
import { personLabel } from '../../session/person.ts';
import { ConnectionCard } from '../ConnectionCard.tsx';
import { cardHeight, cardsBeside } from './card-layout.ts';
import type { ConnectionsProps } from './connections-props.ts';

/** The connections as cards; only those in sight are drawn. */
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
