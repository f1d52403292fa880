import { build } from 'vite';
import { repositoryRoot } from '../measuring/surroundings.ts';

/** antd's own table with every row in it, unoptimized: what a page without a design of its own would show. */
const program = `
  import { Table } from 'antd';
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  const columns = ['timestamp', 'level', 'message', 'context'].map((name) => ({
    title: name, dataIndex: name, key: name,
    render: (value) => typeof value === 'string' ? value : JSON.stringify(value),
  }));
  window.showPlainTable = (dataSource) => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    root.render(createElement(Table, { columns, dataSource, rowKey: 'id', pagination: false }));
    return () => { root.unmount(); place.remove(); };
  };`;

const name = 'virtual:plain-table';

/** The script that adds `showPlainTable(lines)` to a page; the function returns what removes the table. */
export async function plainTableScript(): Promise<string> {
  const built = await build({
    root: repositoryRoot,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'plain-table',
        resolveId: (id) => (id === name ? `${repositoryRoot}/web/plain-table.js` : null),
        load: (id) => (id.endsWith('/web/plain-table.js') ? program : null),
      },
    ],
    build: {
      write: false,
      rolldownOptions: { input: name, output: { format: 'iife' } },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const [script] = 'output' in bundle ? bundle.output : [];
  if (!script) throw new Error('The plain table was not built');
  return script.code;
}
