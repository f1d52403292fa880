import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { noParsedMessage } from './scripts/linting/no-parsed-message.ts';

/** Ant Design's icons have names of their own: a button would be named 'plus Create New Migration'. */
const namedIcons = {
  selector:
    'JSXOpeningElement[name.name=/(Outlined|Filled|TwoTone)$/]:not(:has(JSXAttribute[name.name=/^aria-(hidden|label)$/]))',
  message: 'Hide an icon beside a text from screen readers (aria-hidden), or name it (aria-label).',
};

/** Lint rules: typescript-eslint's strictest typed set for every TypeScript file of the repository. */
export default tseslint.config(
  { ignores: ['**/node_modules/**', '**/dist/**', '**/gen/**', '.ridgeline/**'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'max-lines': ['error', { max: 300 }],
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
    },
  },
  // Project files by name: with a list, each program is built until one contains the file.
  {
    files: ['web/**/*.ts', 'web/**/*.tsx'],
    languageOptions: { parserOptions: { project: './web/tsconfig.json' } },
  },
  {
    files: ['load/k6/scripts/**/*.ts'],
    languageOptions: { parserOptions: { project: './load/k6/tsconfig.json' } },
  },
  {
    // Vendors report some facts only in their messages: the packages that call them parse these.
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ['packages/hubspot/**', 'packages/vendor-http/**'],
    plugins: { ridgeline: { rules: { 'no-parsed-message': noParsedMessage } } },
    rules: { 'ridgeline/no-parsed-message': 'error' },
  },
  {
    files: ['web/**/*.ts', 'web/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'no-restricted-syntax': ['error', namedIcons],
    },
  },
  {
    files: ['web/src/app/**/*.tsx', 'web/src/features/**/*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        namedIcons,
        {
          selector: 'JSXOpeningElement[name.name=/^(button|input|select|textarea)$/]',
          message: 'Take controls from web/src/ui (ADR 73).',
        },
      ],
    },
  },
  {
    files: ['web/begin.js'],
    languageOptions: {
      globals: { document: 'readonly', requestAnimationFrame: 'readonly', setTimeout: 'readonly' },
    },
  },
  {
    files: ['gateway/src/docs/start-page.js'],
    languageOptions: { globals: { SwaggerUIBundle: 'readonly' } },
  },
  { files: ['**/*.mjs'], languageOptions: { globals: { process: 'readonly', setInterval: 'readonly' } } },
);
