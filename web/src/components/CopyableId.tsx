import { CopyOutlined } from '@ant-design/icons';
import { truncated } from './truncated.ts';
import { useCopy } from './use-copy.ts';
import './copyable-id.css';

interface CopyableIdProps {
  /** What it is, as the toast and screen readers say. */
  readonly label: string;
  /** A missing one reads as a dash. */
  readonly id: string | null;
}

/** An identifier, cut where it is long, with a button that copies all of it. */
export function CopyableId({ label, id }: CopyableIdProps) {
  const copy = useCopy();
  if (id === null || id === '') return '–';
  return (
    <span className="copyable-id numbers">
      <bdi title={id}>{truncated(id)}</bdi>
      <button type="button" aria-label={`Copy ${label} ${id}`} onClick={() => void copy(label, id)}>
        <CopyOutlined aria-hidden />
      </button>
    </span>
  );
}
