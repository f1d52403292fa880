import { RequireUser } from '../features/session/RequireUser.tsx';
import { TooltipProvider } from '../ui/controls/Tooltip.tsx';
import { AntdProvider } from '../ui/theme/AntdProvider.tsx';

/** What all pages of signed-in people need: antd, tooltips and somebody who is signed in. */
export function SignedInFrame() {
  return (
    <AntdProvider>
      <TooltipProvider>
        <RequireUser />
      </TooltipProvider>
    </AntdProvider>
  );
}
