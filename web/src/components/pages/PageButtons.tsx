import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useFocusHeir } from '../use-focus-heir.ts';
import type { PageWindow } from './page-window.ts';
import './page-buttons.css';

interface PageButtonsProps {
  /** What is paged, for screen readers. */
  readonly label: string;
  readonly window: PageWindow;
  readonly onChange: (page: number) => void;
}

/** Previous, up to five pages around the present one, next. */
export function PageButtons({ window, ...props }: PageButtonsProps) {
  return window.pages === 1 ? null : <Pages {...props} window={window} />;
}

/** At either end, where there is nowhere further, the keyboard goes on at the present page. */
const presentPage = (button: HTMLElement) =>
  button.parentElement?.querySelector<HTMLElement>('[aria-current="page"]');

function Pages({ label, window: { page, pages, buttons }, onChange }: PageButtonsProps) {
  const previous = useFocusHeir<HTMLButtonElement>(presentPage, page === 1);
  const next = useFocusHeir<HTMLButtonElement>(presentPage, page === pages);
  return (
    <nav className="page-buttons numbers" aria-label={label}>
      <Button
        ref={previous}
        type="text"
        size="small"
        icon={<LeftOutlined aria-hidden />}
        aria-label="Previous page"
        disabled={page === 1}
        onClick={() => onChange(page - 1)}
      />
      {buttons.map((number) => (
        <Button
          key={number}
          type={number === page ? 'primary' : 'text'}
          size="small"
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onChange(number)}
        >
          {number}
        </Button>
      ))}
      <Button
        ref={next}
        type="text"
        size="small"
        icon={<RightOutlined aria-hidden />}
        aria-label="Next page"
        disabled={page === pages}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  );
}
