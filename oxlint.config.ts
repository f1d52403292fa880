import { defineConfig } from 'oxlint';

/** Each of these rules, as an error. */
const errors = (plugin: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [plugin + name, 'error' as const]));

/** What typescript-eslint calls strict, without what oxlint's category of mistakes contains: ADR 96. */
const strict = errors('', [
  ...['no-array-constructor', 'no-case-declarations', 'no-empty', 'no-fallthrough'],
  ...['no-prototype-builtins', 'no-regex-spaces', 'no-unexpected-multiline'],
  ...['no-useless-assignment', 'no-useless-constructor', 'no-var', 'prefer-const', 'prefer-rest-params'],
  ...['prefer-spread', 'preserve-caught-error'],
]);

const strictTypes = errors('typescript/', [
  ...['adjacent-overload-signatures', 'array-type', 'ban-ts-comment', 'ban-tslint-comment'],
  ...['class-literal-property-style', 'consistent-generic-constructors', 'consistent-indexed-object-style'],
  ...['consistent-type-assertions', 'consistent-type-definitions', 'consistent-type-imports', 'dot-notation'],
  ...['no-confusing-non-null-assertion', 'no-deprecated', 'no-dynamic-delete', 'no-empty-object-type'],
  ...['no-explicit-any', 'no-extraneous-class', 'no-generated-empty-object-type', 'no-inferrable-types'],
  ...['no-invalid-void-type', 'no-misused-promises', 'no-mixed-enums', 'no-namespace'],
  ...['no-non-null-asserted-nullish-coalescing', 'no-non-null-assertion', 'no-require-imports'],
  ...['no-unnecessary-boolean-literal-compare', 'no-unnecessary-condition'],
  ...['no-unnecessary-template-expression', 'no-unnecessary-type-arguments', 'no-unnecessary-type-assertion'],
  ...['no-unnecessary-type-constraint', 'no-unnecessary-type-conversion', 'no-unnecessary-type-parameters'],
  ...['no-unsafe-argument', 'no-unsafe-assignment', 'no-unsafe-call', 'no-unsafe-enum-comparison'],
  ...['no-unsafe-function-type', 'no-unsafe-member-access', 'no-unsafe-return'],
  ...['non-nullable-type-assertion-style', 'only-throw-error', 'prefer-find', 'prefer-for-of'],
  ...['prefer-function-type', 'prefer-includes', 'prefer-literal-enum-member', 'prefer-nullish-coalescing'],
  ...['prefer-optional-chain', 'prefer-promise-reject-errors', 'prefer-reduce-type-parameter'],
  ...['prefer-regexp-exec', 'prefer-return-this-type', 'prefer-string-starts-ends-with'],
  ...['related-getter-setter-pairs', 'require-await', 'switch-exhaustiveness-check'],
  ...['unified-signatures', 'use-unknown-in-catch-callback-variable'],
]);

const onlyOfOneType = {
  allowAny: false,
  allowBoolean: false,
  allowNullish: false,
  allowNumberAndString: false,
  allowRegExp: false,
};

export default defineConfig({
  plugins: ['eslint', 'typescript', 'oxc'],
  jsPlugins: ['./scripts/linting/plugin.ts'],
  categories: { correctness: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['**/node_modules/**', '**/dist/**', '**/gen/**', '.ridgeline/**'],
  rules: {
    ...strict,
    // An underscore excuses nothing.
    'no-unused-vars': ['error', { argsIgnorePattern: '^$', varsIgnorePattern: '^$' }],
    // We sort what a test compares: entries, and numbers of one digit.
    'typescript/require-array-sort-compare': 'off',
  },
  overrides: [
    {
      files: ['**/*.ts', '**/*.tsx'],
      rules: {
        ...strictTypes,
        'max-lines': ['error', { max: 300 }],
        'no-console': 'error',
        'no-empty-function': 'error',
        'ridgeline/no-parsed-message': 'error',
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        'typescript/restrict-plus-operands': ['error', onlyOfOneType],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
      },
    },
    {
      // Vendors report some facts only in their messages: the packages that call them parse these.
      files: ['packages/hubspot/**', 'packages/vendor-http/**'],
      rules: { 'ridgeline/no-parsed-message': 'off' },
    },
    {
      files: ['web/**/*.ts', 'web/**/*.tsx'],
      plugins: ['react'],
      rules: {
        ...errors('react/', ['rules-of-hooks', 'unsupported-syntax']),
        'ridgeline/named-icon': 'error',
      },
    },
    {
      files: ['web/src/app/**/*.tsx', 'web/src/features/**/*.tsx'],
      rules: { 'ridgeline/own-control': 'error' },
    },
    // Types are not checked here.
    { files: ['**/*.js', '**/*.mjs'], env: { node: true }, rules: errors('', ['no-redeclare', 'no-undef']) },
    { files: ['web/begin.js', 'gateway/src/docs/start-page.js'], env: { node: false, browser: true } },
    { files: ['gateway/src/docs/start-page.js'], globals: { SwaggerUIBundle: 'readonly' } },
  ],
});
