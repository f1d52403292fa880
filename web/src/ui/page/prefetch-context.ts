import { createContext, use } from 'react';

/** The pages whose code can be fetched ahead. */
export type PageName =
  | 'frame'
  | 'shell'
  | 'dashboard'
  | 'connections'
  | 'connection'
  | 'migrations'
  | 'migration'
  | 'account'
  | 'records'
  | 'record'
  | 'settings'
  | 'help'
  | 'helpTopic'
  | 'users';

export interface Prefetch {
  /** Now: the pointer or the focus is near a link. */
  readonly now: (page: PageName) => void;
  /** While the browser has nothing else to do. */
  readonly whenIdle: (pages: readonly PageName[]) => void;
}

const nothing = () => undefined;

export const PrefetchContext = createContext<Prefetch>({ now: nothing, whenIdle: nothing });

export const usePrefetch = (): Prefetch => use(PrefetchContext);
