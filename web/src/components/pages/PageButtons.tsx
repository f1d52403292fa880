import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { PageWindow } from './page-window.ts';
import './page-buttons.css';

interface PageButtonsProps {
  /** What is paged, for screen readers. */
  readonly label: string;
  readonly window: PageWindow;
  readonly onChange: (page: number) => void;
}

/** Previous, up to five pages around the present one, next. */
export function PageButtons({ label, window: { page, pages, buttons }, onChange }: PageButtonsProps) {
  if (pages === 1) return null;
  return (
    <nav className="page-buttons numbers" aria-label={label}>
      <Button
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
