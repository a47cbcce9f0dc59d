/** What the demo agent asks: one question, then three that belong together and need context. */
export const DEMO_ASKS = [
  {
    questions: [
      {
        title: "Database",
        prompt: "Which database should the migration target?",
        options: [
          { label: "PostgreSQL", description: "What the compose file already runs" },
          { label: "SQLite", description: "No server, a single writer" },
          { label: "Both", description: "Twice the tests, no regrets" },
        ],
      },
    ],
  },
  {
    context_paragraphs: [
      "The migration is written and its tests pass. Before it is merged, three decisions are yours.",
      "Nothing has been pushed yet; the branch is `feat/orders-v2`.",
    ],
    questions: [
      {
        title: "Old column",
        prompt: "`orders.total_cents` is no longer read. What should happen to it?",
        options: [
          { label: "Drop it", description: "Irreversible without a backup" },
          { label: "Keep it for a release", description: "Drop it in the next migration" },
        ],
      },
      {
        title: "Backfill",
        prompt: "The backfill takes about **20 minutes** on a copy of production. When may it run?",
        options: [
          { label: "Tonight", description: "02:00, when traffic is lowest" },
          { label: "Right away", description: "Writes are about 10 % slower meanwhile" },
          { label: "By hand", description: "You start it yourself" },
        ],
      },
      {
        title: "Reviewers",
        prompt: "Who should review the pull request? Choose as many as you like.",
        options: [
          { label: "Backend team", description: "Owns the schema" },
          { label: "Data team", description: "Reads the table in nightly reports" },
          { label: "Nobody else", description: "Your own review is enough" },
        ],
      },
    ],
  },
] as const;

export type DemoAsk = (typeof DEMO_ASKS)[number];
