import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';

export default defineConfig(
  { ignores: ['test-results', 'playwright-report', 'screens'] },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  prettier,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['eslint.config.js'] } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // The compiler reports undefined names.
      'no-undef': 'off',
    },
  },
);
