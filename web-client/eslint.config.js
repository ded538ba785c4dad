import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** Files of some folders may not import from others: what is below knows nothing of what is above. Tests may. */
const below = (folders, above) => ({
  files: folders.map((folder) => `src/${folder}/**`),
  ignores: ['**/*.test.ts', '**/testdata/**'],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [{ group: above.map((folder) => `**/${folder}/**`), message: `What lies in ${folders.join(', ')} is below ${above.join(', ')}.` }] },
    ],
  },
});

export default defineConfig(
  // Generated from Rust, and what is built.
  { ignores: ['dist', 'src/protocol'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // The compiler knows what is defined.
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' }],
      // Safari reads look-behind from 16.4 on; before, it refuses the whole script: see `vite/oldest.ts`.
      'no-restricted-syntax': ['error', { selector: 'Literal[regex.pattern=/\\(\\?<[=!]/]', message: 'Look-behind is not read by the oldest browsers.' }],
      // Much is kept that nothing shown depends on.
      'svelte/prefer-svelte-reactivity': 'off',
      // Blanks beside blocks are written so.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    // It takes what the module's script counts for unused.
    rules: { 'no-useless-assignment': 'off' },
  },
  below(['sound', 'text', 'net'], ['store', 'ui', 'pages']),
  below(['store'], ['ui', 'pages']),
);
