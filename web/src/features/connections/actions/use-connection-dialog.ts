import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useToast } from '../../../ui/toast/use-toast.ts';
import { savedTexts } from './texts.ts';

const kinds = ['edit', 'copy', 'rename', 'delete', 'test', 'new-address'] as const;
/** The purpose of a dialog; all except the creation are about one connection. */
export type ConnectionDialogKind = (typeof kinds)[number];

export type OpenConnectionDialog =
  | { readonly kind: 'create' }
  | { readonly kind: ConnectionDialogKind; readonly connectionId: number };

/** The dialog that a URL asks for; null if it asks for none or is invalid. */
export function readConnectionDialog(search: URLSearchParams): OpenConnectionDialog | null {
  const wanted = search.get('dialog');
  if (wanted === 'create') return { kind: wanted };
  const kind = kinds.find((name) => name === wanted);
  const connectionId = Number(search.get('connection'));
  return kind && Number.isSafeInteger(connectionId) && connectionId > 0 ? { kind, connectionId } : null;
}

/** An address with a dialog, or with none. */
export function withConnectionDialog(
  search: URLSearchParams,
  dialog: OpenConnectionDialog | null,
): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('dialog');
  next.delete('connection');
  if (dialog) next.set('dialog', dialog.kind);
  if (dialog && 'connectionId' in dialog) next.set('connection', String(dialog.connectionId));
  return next;
}

export interface ConnectionDialogInUrl {
  readonly open: OpenConnectionDialog | null;
  readonly create: () => void;
  readonly show: ShowDialog;
  readonly close: () => void;
}

/** Which dialog is open about which connection; kept in the address, so that Back closes it and a link can open it. */
export function useConnectionDialog(): ConnectionDialogInUrl {
  const [search, setSearch] = useSearchParams();
  const open = useMemo(() => readConnectionDialog(search), [search]);
  const go = useCallback(
    (dialog: OpenConnectionDialog | null) => {
      setSearch((now) => withConnectionDialog(now, dialog), {
        preventScrollReset: true,
        replace: dialog === null,
      });
    },
    [setSearch],
  );
  return useMemo(
    () => ({
      open,
      create: () => {
        go({ kind: 'create' });
      },
      show: (kind: ConnectionDialogKind, connectionId: number) => {
        go({ kind, connectionId });
      },
      close: () => {
        go(null);
      },
    }),
    [open, go],
  );
}

export type ShowDialog = (kind: ConnectionDialogKind, connectionId: number) => void;

/** Opens a dialog about a connection; a copy has its toast immediately, since its form opens with it. */
export function useShowDialog(show: ShowDialog): ShowDialog {
  const toast = useToast();
  return useCallback(
    (kind, connectionId) => {
      show(kind, connectionId);
      if (kind === 'copy') toast(savedTexts.duplicated);
    },
    [show, toast],
  );
}
