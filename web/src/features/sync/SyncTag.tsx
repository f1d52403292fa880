import type { ReactNode } from 'react';
import { WarningOutlined } from '@ant-design/icons';
import { StatusTag } from '../../ui/controls/StatusTag.tsx';
import { Ago } from '../../ui/text/Ago.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { missedText, syncLook, type ToldSync } from './sync-display.ts';
import { syncOf, useSyncs } from './use-syncs.ts';
import './sync-tag.css';

interface SyncTagProps {
  readonly sync: ToldSync;
  /** Whether the reason is shown next to it already. */
  readonly bare?: boolean;
}

/** The state of a connection's auto-sync, in a word. */
export function SyncTag({ sync, bare = false }: SyncTagProps) {
  const { reason, ...look } = syncLook(sync);
  return <StatusTag {...look} reason={bare ? null : reason} />;
}

interface SyncBriefProps {
  readonly connectionId: number;
  /** Shown if auto-sync is off, and until its state is known. */
  readonly children: ReactNode;
}

/** A connection's auto-sync in one line, and as of when HubSpot is up to date. */
export function SyncBrief({ connectionId, children }: SyncBriefProps) {
  const sync = syncOf(connectionId, useSyncs().data);
  if (!sync || sync.state === 'off') return children;
  return (
    <span className="sync-brief">
      <SyncTag sync={sync} />
      {sync.upToDateAsOf === null ? null : (
        <small>
          as of <Ago time={sync.upToDateAsOf} />
        </small>
      )}
    </span>
  );
}

/** How many of a connection's changes no event reported; its children if there are none. */
export function MissedTag({
  connectionId,
  children = null,
}: Omit<SyncBriefProps, 'children'> & { readonly children?: ReactNode }) {
  const sync = syncOf(connectionId, useSyncs().data);
  if (!sync?.missed || sync.state === 'off') return children;
  const text = `${formatCount(sync.missed)} missed`;
  return <StatusTag tone="warning" icon={WarningOutlined} text={text} reason={missedText} />;
}
