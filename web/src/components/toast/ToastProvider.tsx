import { CheckCircleFilled, CloseCircleFilled, CloseOutlined, InfoCircleFilled } from '@ant-design/icons';
import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import { useCallback, useState, type ReactNode } from 'react';
import { ToastContext, type ToastContent } from './toast-context.ts';
import './toast.css';

const defaultDuration = 5000;
const swipeThreshold = 50;
const icons = { success: CheckCircleFilled, error: CloseCircleFilled, info: InfoCircleFilled };

interface Shown extends ToastContent {
  readonly id: number;
  readonly open: boolean;
}

/** One toast at a time, 5 s, swiped away to the right, reached with F8. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const show = useCallback((content: ToastContent) => {
    setShown((last) => ({ ...content, id: (last?.id ?? 0) + 1, open: true }));
  }, []);
  const close = (id: number) => {
    setShown((now) => (now?.id === id ? { ...now, open: false } : now));
  };
  return (
    <ToastContext value={show}>
      <Provider duration={defaultDuration} swipeDirection="right" swipeThreshold={swipeThreshold}>
        {children}
        {shown ? <ToastCard key={shown.id} toast={shown} onClose={() => close(shown.id)} /> : null}
        <Viewport className="toast-viewport" hotkey={['F8']} />
      </Provider>
    </ToastContext>
  );
}

function ToastCard({ toast, onClose }: { readonly toast: Shown; readonly onClose: () => void }) {
  const tone = toast.tone ?? 'success';
  const Icon = icons[tone];
  return (
    <Root
      className="toast"
      open={toast.open}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      {...(toast.duration === undefined ? {} : { duration: toast.duration })}
    >
      <Icon className={`toast-icon toast-icon-${tone}`} aria-hidden />
      <div>
        <Title className="toast-title">{toast.title}</Title>
        {toast.description ? <Description className="toast-text">{toast.description}</Description> : null}
      </div>
      <Close className="toast-close" aria-label="Close">
        <CloseOutlined aria-hidden />
      </Close>
    </Root>
  );
}
