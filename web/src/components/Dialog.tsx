import { Modal, type ModalProps } from 'antd';
import { useId } from 'react';
import { useDialogFocus } from './use-dialog-focus.ts';
import { useScrollLock } from './use-scroll-lock.ts';

const spacing = { header: { marginBottom: 16 }, footer: { marginTop: 24 } };

/**
 * antd's Modal, with two things done by our own means: the page behind it is held still, since Modal writes a style
 * element without the nonce that the content security policy asks for; and the focus goes to the first field and back
 * to where it came from, also when the dialog is removed instead of closed.
 */
export function Dialog({ children, ...props }: ModalProps & { readonly open: boolean }) {
  const bodyId = useId();
  useScrollLock(props.open);
  const onShown = useDialogFocus(props.open, bodyId);
  return (
    <Modal
      scrollLock={false}
      styles={spacing}
      focusable={{ focusTriggerAfterClose: false }}
      {...props}
      afterOpenChange={(open) => {
        if (open) onShown();
      }}
    >
      <div id={bodyId}>{children}</div>
    </Modal>
  );
}
