import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from '../controls/Button.tsx';
import { useFocusFallback } from '../controls/keyboard-focus.ts';
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

/** At either end, where the pressed button becomes disabled, the focus moves to the current page. */
const presentPage = (button: HTMLElement) =>
  button.parentElement?.querySelector<HTMLElement>('[aria-current="page"]');

function Pages({ label, window: { page, pages, buttons }, onChange }: PageButtonsProps) {
  const previous = useFocusFallback<HTMLButtonElement>(presentPage, page === 1);
  const next = useFocusFallback<HTMLButtonElement>(presentPage, page === pages);
  return (
    <nav className="page-buttons numbers" aria-label={label}>
      <Button
        ref={previous}
        look="text"
        small
        icon={<LeftOutlined aria-hidden />}
        aria-label="Previous page"
        disabled={page === 1}
        onClick={() => onChange(page - 1)}
      />
      {buttons.map((number) => (
        <Button
          key={number}
          look={number === page ? 'primary' : 'text'}
          small
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onChange(number)}
        >
          {number}
        </Button>
      ))}
      <Button
        ref={next}
        look="text"
        small
        icon={<RightOutlined aria-hidden />}
        aria-label="Next page"
        disabled={page === pages}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  );
}

/** The pages of a list and the window of buttons around the present one. Pages count from 1. */
interface PageWindow {
  readonly page: number;
  readonly pages: number;
  /** The pages that have a button. */
  readonly buttons: readonly number[];
  /** Positions of the first (inclusive) and last (exclusive) row of the page. */
  readonly from: number;
  readonly to: number;
}

/** The number of rows per page. */
export const rowsPerPage = 25;

/** Up to five buttons around the page; a page beyond the end is the last one, and an empty list has one page. */
export function pageWindow(rows: number, wanted: number, pageSize = rowsPerPage, most = 5): PageWindow {
  const pages = Math.max(1, Math.ceil(rows / pageSize));
  const page = Math.min(Math.max(1, wanted), pages);
  const count = Math.min(most, pages);
  const first = Math.min(Math.max(1, page - Math.floor(most / 2)), pages - count + 1);
  const from = (page - 1) * pageSize;
  return {
    page,
    pages,
    buttons: Array.from({ length: count }, (_, index) => first + index),
    from,
    to: Math.min(from + pageSize, rows),
  };
}

/** The page that a URL asks for; 1 if it asks for none or is invalid. */
export function readPage(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
