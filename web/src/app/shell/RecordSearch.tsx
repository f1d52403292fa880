import { SearchOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { searchPath } from '../../features/record-search/record-path.ts';
import { TextInput } from '../../ui/controls/TextInput.tsx';

/** Leads to the search for a record, from every page. */
export function RecordSearch({ onSearch }: { readonly onSearch?: () => void }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  return (
    <form
      className="shell-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void navigate(searchPath(text));
        setText('');
        onSearch?.();
      }}
    >
      <TextInput
        prefix={<SearchOutlined aria-hidden />}
        aria-label="Find a record"
        placeholder="Find a record"
        type="search"
        enterKeyHint="search"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
        }}
      />
    </form>
  );
}
