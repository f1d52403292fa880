import { LoadingOutlined } from '@ant-design/icons';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import './button.css';

interface ButtonLook {
  readonly look?: 'primary' | 'plain' | 'text' | 'link' | 'icon' | 'pill';
  /** Marks a destructive action. */
  readonly danger?: boolean;
  /** For rows and the edges of panels. */
  readonly small?: boolean;
  /** As wide as its place. */
  readonly block?: boolean;
}

export interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  readonly ref?: Ref<HTMLButtonElement>;
  /** Before the text; alone, it makes the button a square. */
  readonly icon?: ReactNode;
  /** In progress: it shows so in the icon's place, and takes no further click. */
  readonly loading?: boolean;
}

/** The button of all screens: a native one, because the sign-in page's size budget does not allow for antd's (ADR 73). */
export function Button({
  look,
  danger,
  small,
  block,
  icon,
  loading = false,
  type = 'button',
  autoFocus = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      autoFocus={autoFocus}
      // React does not render the `autofocus` attribute, which a dialog looks for when it opens.
      data-autofocus={autoFocus || undefined}
      className={buttonClass({ look, danger, small, block }, [children ? '' : 'button-square', className])}
      aria-busy={loading}
      onClick={(event) => {
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {loading ? <LoadingOutlined aria-hidden /> : icon}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends ButtonLook, AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly icon?: ReactNode;
}

/** A link that looks like a button, for what the browser itself fetches. */
export function ButtonLink(props: ButtonLinkProps) {
  const { look, danger, small, block, icon, className, children, ...rest } = props;
  return (
    <a {...rest} className={buttonClass({ look, danger, small, block }, [className])}>
      {icon}
      {children}
    </a>
  );
}

function buttonClass(
  {
    look = 'plain',
    danger,
    small,
    block,
  }: { readonly [Name in keyof ButtonLook]: ButtonLook[Name] | undefined },
  more: readonly (string | undefined)[],
): string {
  const names = [danger && 'button-danger', small && 'button-small', block && 'button-block', ...more];
  return ['button', `button-${look}`, ...names.filter(Boolean)].join(' ');
}
