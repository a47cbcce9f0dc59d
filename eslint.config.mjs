import nextPlugin from "@next/eslint-plugin-next";
import prettier from "eslint-config-prettier";
import i18next from "eslint-plugin-i18next";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** The folders a domain module may not reach: adapters and frameworks (ARCHITECTURE.md, "Imports go one way"). */
const adapters = [
  "next",
  "next/*",
  "react",
  "react-dom",
  "react/*",
  "@/app/*",
  "@/components/*",
  "@/lib/http/*",
  "@/lib/mcp/*",
];

/** @param {...string} group @returns {Partial<import("eslint").Linter.RulesRecord>} */
const forbid = (...group) => ({
  "no-restricted-imports": [
    "error",
    { patterns: [{ group, message: "Imports go one way, see ARCHITECTURE.md." }] },
  ],
});

/** Attributes and properties whose value somebody reads or hears. */
const shown = [
  "aria-(label|description|roledescription|valuetext)",
  "(confirm)?[lL]abel",
  "alt|detail|hint|instead|intro|note|placeholder|text|title|what|who|words",
];

export default tseslint.config(
  {
    ignores: [
      ".next/**",
      ".data/**",
      "node_modules/**",
      "next-env.d.ts",
      "playwright-report/**",
      "test-results/**",
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { "react-hooks": reactHooks, "@next/next": nextPlugin },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...nextPlugin.configs.recommended.rules,
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  { files: ["**/*.mjs"], ...tseslint.configs.disableTypeChecked },
  { files: ["db/**/*.ts"], rules: forbid(...adapters, "@/lib/!(env|errors)*") },
  {
    files: [
      "lib/{agent-keys,auth,workspaces,tasks,sessions,turns,messages,clarification,events,permissions,redaction,agents,servers,workflows}/**/*.ts",
    ],
    ignores: ["**/*.test.ts"],
    rules: forbid(...adapters),
  },
  {
    files: ["components/**/*.{ts,tsx}"],
    rules: forbid("@/db/*", "@/lib/mcp/*", "@/lib/runtime", "postgres", "drizzle-orm"),
  },
  {
    // What people read is in lib/i18n/messages.
    files: ["app/**/*.tsx", "components/**/*.{ts,tsx}"],
    ignores: ["**/*.test.*", "components/**/fixtures.ts"],
    plugins: { i18next },
    rules: {
      "i18next/no-literal-string": [
        "error",
        {
          mode: "jsx-only",
          "should-validate-template": true,
          "jsx-attributes": { include: shown },
          words: { exclude: [/^\P{L}*$/u, /^.$/u, "Kandev"] },
          callees: { exclude: ["clsx", "buttonClass", "URL", "(.*\\.)?t(\\.rich)?"] },
        },
      ],
      "no-restricted-syntax": [
        "error",
        ...["Literal[value=/[a-z]{2}/i]", "TemplateLiteral[quasis.0.value.raw=/[a-z]{2}/i]"].flatMap(
          (text) => [
            {
              selector: `CallExpression[callee.name=/^(announce|fail|setError)$/] > ${text}.arguments:first-child`,
              message: "Said in the language of the page: lib/i18n/messages.",
            },
            {
              selector: `VariableDeclarator[id.name="metadata"] Property[key.name=/^(title|description)$/] > ${text}`,
              message: "Use generateMetadata and lib/i18n/messages.",
            },
          ],
        ),
      ],
    },
  },
  { files: ["lib/cli/**", "lib/bench/**", "lib/demo/**", "**/*.mjs"], rules: { "no-console": "off" } },
  prettier,
);
