import { useId } from 'react';
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx';
import type { ChoicesProps } from '../object-view.ts';

/** Whether contacts without an e-mail address go over, in every migration that brings contacts. */
export function IncludeNoEmail({ values, onChange, note }: ChoicesProps & { readonly note: string }) {
  const noteId = useId();
  return (
    <div>
      <Checkbox
        checked={values.includeNoEmailContacts}
        aria-describedby={noteId}
        onChange={(event) => {
          onChange({ includeNoEmailContacts: event.target.checked });
        }}
      >
        Include contacts without an email address
      </Checkbox>
      <p id={noteId} className="configure-note">
        {note}
      </p>
    </div>
  );
}
