import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons';
import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import {
  useEffect,
  useMemo,
  useReducer,
  useRef,
  type FocusEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { nextToasts, noToasts, type ShownToast } from './shown-toast.ts';
import { ToastContext, type Toasts } from './use-toast.ts';
import './toast.css';

const swipeThreshold = 50;
const icons = {
  success: CheckCircleFilled,
  warning: ExclamationCircleFilled,
  error: CloseCircleFilled,
  info: InfoCircleFilled,
};

/** One toast at a time, 5 s, swiped away to the right, reached with F8; others wait for their turn. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [{ shown }, dispatch] = useReducer(nextToasts, noToasts);
  const { around, goBack } = useFocusFromToast();
  const toasts = useMemo<Toasts>(
    () => ({
      show: (content) => {
        dispatch({ type: 'show', content, at: Date.now() });
      },
      amend: (topic, content) => {
        dispatch({ type: 'amend', topic, content });
      },
      leavePage: () => {
        dispatch({ type: 'page-left', at: Date.now() });
      },
      clear: () => {
        dispatch({ type: 'cleared' });
      },
    }),
    [],
  );
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'visible') dispatch({ type: 'page-seen-again', at: Date.now() });
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
  return (
    <ToastContext value={toasts}>
      {children}
      <div {...around}>
        {/* Each toast has a Provider of its own: a Provider whose toast is closed under the pointer or the focus keeps
            holding the clock, and the next toast would never go. */}
        <Provider key={shown?.id ?? 0} swipeDirection="right" swipeThreshold={swipeThreshold}>
          {shown ? (
            <ToastCard
              toast={shown}
              onClose={() => {
                goBack();
                dispatch({ type: 'close', id: shown.id, at: Date.now() });
              }}
            />
          ) : null}
          <Viewport className="toast-viewport" hotkey={['F8']} />
        </Provider>
      </div>
    </ToastContext>
  );
}

function ToastCard({ toast, onClose }: { readonly toast: ShownToast; readonly onClose: () => void }) {
  const tone = toast.tone ?? 'success';
  const Icon = icons[tone];
  return (
    <Root
      className="toast"
      open={toast.open}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      duration={toast.stays}
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

interface FocusFromToast {
  /** Of the element that is around the toasts. */
  readonly around: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onFocus: (event: FocusEvent) => void;
  };
  /** Gives the focus back, if a toast has it. */
  readonly goBack: () => void;
}

/** F8 or Tab leads into a toast; when it goes, the focus returns to where it came from, else to the content. */
function useFocusFromToast(): FocusFromToast {
  const ref = useRef<HTMLDivElement>(null);
  const origin = useRef<HTMLElement | null>(null);
  return {
    around: {
      ref,
      onFocus: ({ relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !ref.current?.contains(relatedTarget))
          origin.current = relatedTarget;
      },
    },
    goBack: () => {
      if (!ref.current?.contains(document.activeElement)) return;
      const back = origin.current?.isConnected ? origin.current : document.getElementById('content');
      back?.focus({ preventScroll: true });
    },
  };
}
