import { createContext, use, type ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import type { GuidePlace } from '../guide/guide.ts';
import { helpPath } from '../guide/guide-link.ts';

type Way = Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'>;

/** How to open a place in the guide: as a separate page, or within the panel beside a page. */
export const HelpNavigation = createContext<(place: GuidePlace) => Way>((place) => ({ to: helpPath(place) }));

interface GuideLinkProps {
  readonly place: GuidePlace;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to a place of the guide. */
export function GuideLink({ place, className, children }: GuideLinkProps) {
  const wayTo = use(HelpNavigation);
  return (
    <Link {...wayTo(place)} {...(className ? { className } : {})}>
      {children}
    </Link>
  );
}
