import { useCallback } from 'react';
import { useToast } from '../../../ui/toast/toast-context.ts';
import { savedTexts } from './texts.ts';
import type { ShowDialog } from './use-actions-menu.tsx';

/** Opens a dialog about a connection; a copy is told at once, since its form opens with it. */
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
