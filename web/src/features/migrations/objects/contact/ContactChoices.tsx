import type { ChoicesProps } from '../object-view.ts';
import { IncludeNoEmail } from './IncludeNoEmail.tsx';

/** The options of a migration of contacts. */
export function ContactChoices(props: ChoicesProps) {
  return <IncludeNoEmail {...props} note="Otherwise they are skipped, and counted as skipped." />;
}
