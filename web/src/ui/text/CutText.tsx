import { CopyOutlined } from '@ant-design/icons';
import { useCallback } from 'react';
import { Button } from '../controls/Button.tsx';
import { useToast } from '../toast/use-toast.ts';
import './copyable-id.css';

interface CopyableIdProps {
  /** Its name, used in the toast and by screen readers. */
  readonly label: string;
  /** A missing id is shown as a dash. */
  readonly id: string | null;
}

/** An identifier, cut where it is long, with a button that copies all of it. */
export function CopyableId({ label, id }: CopyableIdProps) {
  const copy = useCopy();
  if (id === null || id === '') return '–';
  return (
    <span className="copyable-id numbers">
      <bdi title={id}>{truncated(id)}</bdi>
      <Button
        look="icon"
        icon={<CopyOutlined aria-hidden />}
        aria-label={`Copy ${label} ${id}`}
        onClick={() => void copy(label, id)}
      />
    </span>
  );
}

/** Longer identifiers are cut to their beginning, which is what people compare. */
const longest = 12;

/** `4a7f1c22-b1e…` */
export const truncated = (id: string): string => (id.length > longest + 1 ? `${id.slice(0, longest)}…` : id);

/** Copies a text to the clipboard and says so; `label` is what it is. */
export function useCopy(): (label: string, text: string) => Promise<void> {
  const toast = useToast();
  return useCallback(
    async (label, text) => {
      try {
        await navigator.clipboard.writeText(text);
        toast({ title: `${label} Copied`, duration: 2_000 });
      } catch {
        toast({ tone: 'error', title: 'Copy failed', duration: 3_000 });
      }
    },
    [toast],
  );
}
