import { RequireUser } from '../features/session/RequireUser.tsx';
import { TooltipProvider } from '../ui/controls/Tooltip.tsx';
import { AntdProvider } from '../ui/theme/AntdProvider.tsx';

/** What all pages of signed-in users need: antd, tooltips and a signed-in user. */
export function SignedInFrame() {
  return (
    <AntdProvider>
      <TooltipProvider>
        <RequireUser />
      </TooltipProvider>
    </AntdProvider>
  );
}
