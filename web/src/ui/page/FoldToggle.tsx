import { Button } from '../controls/Button.tsx';
import './panel.css';

interface FoldToggleProps {
  readonly open: boolean;
  /** What the button shows and hides. */
  readonly what: string;
  /** A few words about what is folded, beside the button until it is open. */
  readonly about: string;
  readonly onToggle: (open: boolean) => void;
}

/** Opens and folds a panel; it stands at the panel's title. */
export function FoldToggle({ open, what, about, onToggle }: FoldToggleProps) {
  return (
    <div className="panel-fold">
      {open ? null : <span className="numbers">{about}</span>}
      <Button
        small
        aria-expanded={open}
        onClick={() => {
          onToggle(!open);
        }}
      >
        {open ? `Hide ${what}` : `Show ${what}`}
      </Button>
    </div>
  );
}
