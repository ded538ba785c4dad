import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

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
);
