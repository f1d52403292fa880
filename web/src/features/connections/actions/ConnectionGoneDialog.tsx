import { Button } from '../../../ui/controls/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { goneTexts } from './texts.ts';

/** In place of a dialog about a connection that is not there: a link to it outlived it. */
export function ConnectionGoneDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      open
      title={goneTexts.title}
      onCancel={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          All connections
        </Button>
      }
    >
      <p>{goneTexts.text}</p>
    </Dialog>
  );
}
