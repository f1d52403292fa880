import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { Button } from '../controls/Button.tsx';

interface ShowButtonProps {
  /** What is shown, for example 'password'. */
  readonly what: string;
  readonly shown: boolean;
  readonly onChange: (shown: boolean) => void;
}

/** Shows what is typed into a field that hides it, or hides it again. */
export function ShowButton({ what, shown, onChange }: ShowButtonProps) {
  return (
    <Button
      look="icon"
      aria-label={`Show ${what}`}
      aria-pressed={shown}
      // Keeps the focus and the caret in the field.
      onMouseDown={(event) => {
        event.preventDefault();
      }}
      onClick={() => {
        onChange(!shown);
      }}
      icon={shown ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
    />
  );
}
