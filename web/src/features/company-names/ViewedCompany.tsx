import { createContext, use, type ReactNode } from 'react';
import { Notice } from '../../ui/controls/Notice.tsx';
import { useUser } from '../session/session-context.ts';
import { useCompanyNames } from './use-company-names.ts';
import './company-name.css';

const ViewedContext = createContext(false);

/** Whether the shown data belongs to another company and is therefore read-only. */
export const useIsViewed = (): boolean => use(ViewedContext);

interface ViewedCompanyProps {
  /** The company that owns the shown data; null if a server of the previous release did not say. */
  readonly companyId: string | null;
  readonly children: ReactNode;
}

/**
 * Shows a company's data as its users see it. An administrator of another company sees who owns it and gets no controls to
 * change it.
 */
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

/** Shows controls that change something, but not for another company's data. */
export function IfOwn({ children }: { readonly children: ReactNode }) {
  return useIsViewed() ? null : children;
}
