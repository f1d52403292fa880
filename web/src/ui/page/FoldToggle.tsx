import { Button } from '../controls/Button.tsx';
import './panel.css';

interface FoldToggleProps {
  readonly open: boolean;
  /** What the button shows and hides. */
  readonly what: string;
  /** A short description of the collapsed content, beside the button until it is expanded. */
  readonly about: string;
  readonly onToggle: (open: boolean) => void;
}

/** Expands and collapses a panel; placed at the panel's title. */
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
