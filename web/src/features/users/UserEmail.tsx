import { StopOutlined } from '@ant-design/icons';
import type { ManagedUser } from '@ridgeline/contracts';
import { StatusTag } from '../../ui/controls/StatusTag.tsx';
import { useUser } from '../session/session-context.ts';

/** A user's e-mail, with what sets it apart: one's own, or without access. */
export function UserEmail({ user }: { readonly user: ManagedUser }) {
  const own = useUser().id === user.id;
  return (
    <div className="user-email">
      <span>
        {user.email}
        {own ? <span className="user-own"> (you)</span> : null}
      </span>
      {user.accessRevoked ? (
        <StatusTag
          tone="error"
          icon={StopOutlined}
          text="Revoked"
          reason={user.accessRevokedReason ?? 'Access has been revoked'}
        />
      ) : null}
    </div>
  );
}
