import { useSearchParams } from 'react-router-dom';

interface DialogInUrl {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

const parameter = 'dialog';

/** A dialog whose being open is part of the address, so that Back closes it and a link can open it. */
export function useDialogInUrl(name: string): DialogInUrl {
  const [search, setSearch] = useSearchParams();
  return {
    isOpen: search.get(parameter) === name,
    open: () => {
      setSearch((present) => {
        const next = new URLSearchParams(present);
        next.set(parameter, name);
        return next;
      });
    },
    close: () => {
      setSearch(
        (present) => {
          const next = new URLSearchParams(present);
          next.delete(parameter);
          return next;
        },
        { replace: true },
      );
    },
  };
}
