import { Modal, type ModalProps } from 'antd';
import { useId, useLayoutEffect, type ReactNode } from 'react';
import { takeFocus, useFocusBack } from './use-dialog-focus.ts';
import { useScrollLock } from './use-scroll-lock.ts';
import { wrapTab } from './wrap-tab.ts';

const aroundKeys = { onKeyDown: wrapTab };
const beside = { closable: false };

// A long title leaves room for the closing cross.
const spacing = { header: { marginBottom: 16, paddingInlineEnd: 32 }, footer: { marginTop: 24 } };

/**
 * antd's Modal, with two things done by our own means: the page behind it is held still, since Modal writes a style
 * element without the nonce that the content security policy asks for; and the focus goes to the first field, before
 * the opening has been drawn, and back to where it came from, also when the dialog is removed instead of closed.
 *
 * A click beside it does not close it: that is as often the second half of a double click on what opened it, and what was
 * typed would be lost.
 */
export function Dialog({ children, ...props }: ModalProps & { readonly open: boolean }) {
  const bodyId = useId();
  useScrollLock(props.open);
  useFocusBack(props.open, bodyId);
  return (
    <Modal
      scrollLock={false}
      styles={spacing}
      focusable={{ focusTriggerAfterClose: false }}
      // So that each opening brings a new body, which takes the focus.
      destroyOnHidden
      mask={beside}
      wrapProps={aroundKeys}
      {...props}
    >
      <DialogBody id={bodyId}>{children}</DialogBody>
    </Modal>
  );
}

function DialogBody({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  useLayoutEffect(() => {
    // When the outer layout effects are done too, which put the dialog into the page; still before it is drawn.
    queueMicrotask(() => {
      takeFocus(id);
    });
  }, [id]);
  return <div id={id}>{children}</div>;
}
