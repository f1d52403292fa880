import { Modal, type ModalProps } from 'antd';
import { useScrollLock } from './use-scroll-lock.ts';

const spacing = { header: { marginBottom: 16 }, footer: { marginTop: 24 } };

/**
 * antd's Modal, with the page behind it held still by our own means: Modal writes a style element without the nonce
 * that the content security policy asks for.
 */
export function Dialog(props: ModalProps & { readonly open: boolean }) {
  useScrollLock(props.open);
  return <Modal scrollLock={false} styles={spacing} {...props} />;
}
