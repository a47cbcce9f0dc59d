import nextPlugin from "@next/eslint-plugin-next";
import prettier from "eslint-config-prettier";
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
  { files: ["lib/cli/**", "lib/bench/**", "lib/demo/**", "**/*.mjs"], rules: { "no-console": "off" } },
  prettier,
);
