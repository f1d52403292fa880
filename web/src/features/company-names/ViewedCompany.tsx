import { createContext, use, type ReactNode } from 'react';
import { Notice } from '../../ui/controls/Notice.tsx';
import { useUser } from '../session/session-context.ts';
import { useCompanyNames } from './use-company-names.ts';
import './company-name.css';

const ViewedContext = createContext(false);

/** Whether what is shown is another company's, so that it can be read and not changed. */
export const useIsViewed = (): boolean => use(ViewedContext);

interface ViewedCompanyProps {
  /** Whose it is that is shown; null where a server of the release before did not say. */
  readonly companyId: string | null;
  readonly children: ReactNode;
}

/** What a company has, as its users see it; an administrator of another one sees whose it is, and is offered no change. */
export function ViewedCompany({ companyId, children }: ViewedCompanyProps) {
  const own = useUser().companyId;
  if (companyId === null || companyId === own) return children;
  return (
    <ViewedContext value>
      <ViewedNotice companyId={companyId} />
      {children}
    </ViewedContext>
  );
}

function ViewedNotice({ companyId }: { readonly companyId: string }) {
  const name = useCompanyNames([companyId]).get(companyId);
  return (
    <Notice
      role="status"
      tone="info"
      className="viewed-company"
      title={name ? `${name} (${companyId})` : `Company ${companyId}`}
      text="You see this as an administrator. Only users of the company can change it."
    />
  );
}

/** What changes something: nothing at another company's. */
export function IfOwn({ children }: { readonly children: ReactNode }) {
  return useIsViewed() ? null : children;
}
