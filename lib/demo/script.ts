import { type DemoAsk, DEMO_ASKS } from "./asks";
import type { Decision, PretendedCall, Turn } from "./turn";

/** Where the pretended project lies; nothing is read or written there. */
const PROJECT = "/srv/shop";

const readSchema: PretendedCall = {
  title: "Read db/schema/orders.ts",
  kind: "read",
  rawInput: { path: `${PROJECT}/db/schema/orders.ts` },
  locations: [{ path: `${PROJECT}/db/schema/orders.ts` }],
};

/** With a password of no use, so that one sees what becomes of it. */
const runTests: PretendedCall = {
  title: "PGPASSWORD=only-for-the-demo-4711 npm test -- orders",
  kind: "execute",
  rawInput: { command: "PGPASSWORD=only-for-the-demo-4711 npm test -- orders", cwd: PROJECT },
};

const CHANGES: readonly { readonly name: string; readonly call: PretendedCall; readonly output: string }[] = [
  {
    name: "the migration",
    call: {
      title: "Write db/migrations/0042_orders.sql",
      kind: "edit",
      rawInput: { path: `${PROJECT}/db/migrations/0042_orders.sql` },
      locations: [{ path: `${PROJECT}/db/migrations/0042_orders.sql` }],
    },
    output: "31 lines (pretended)",
  },
  {
    name: "the note to the team",
    call: {
      title: "Tell the team that the migration is coming",
      kind: "fetch",
      rawInput: { url: "https://chat.example.com/hooks/orders?token=only-for-the-demo-4711" },
    },
    output: "200 OK (pretended)",
  },
  {
    name: "the pull request",
    call: {
      title: "Open a pull request",
      kind: "other",
      rawInput: { server: "github", tool: "create_pull_request" },
    },
    output: "#128 (pretended)",
  },
];

const PLAN = [
  "Look at the schema and run its tests",
  "Ask which database to move to",
  "Ask what else is not mine to decide",
  "Write the migration, tell the team, open a pull request",
];

/** False when the rest has to wait for an answer that starts a turn of its own. */
type Step = (turn: Turn) => Promise<boolean>;

const STEPS: readonly Step[] = [
  look,
  ...DEMO_ASKS.map(
    (ask): Step =>
      (turn) =>
        question(turn, ask),
  ),
  change,
];

/** What comes next once the questions of `prompt` are answered; undefined when it is no answer to one of ours. */
export function stepAfter(prompt: string): number | undefined {
  const asked = DEMO_ASKS.findIndex((ask) =>
    ask.questions.every((each, index) => prompt.includes(`Q${index + 1}: ${each.prompt}`)),
  );
  return asked === -1 ? undefined : asked + 2;
}

/**
 * The demo: shows all that an agent can ask of a person and what becomes of the answers. It only pretends: nothing is read,
 * written, run or sent. Starts with the step `from`.
 */
export async function runScript(turn: Turn, from = 0): Promise<void> {
  if (from === 0) turn.session.notes = [];
  for (const [index, step] of STEPS.entries())
    if (index >= from) {
      await turn.plan(PLAN, index);
      if (!(await step(turn))) return;
    }
  await turn.plan(PLAN, PLAN.length);
  await turn.say(
    [
      "That was the demo, and this is what you decided:",
      "",
      ...turn.session.notes.map((note) => `- ${note}`),
      "",
      "Nothing of it was really done. Write **again** to run it once more, or anything else to see a message arrive.",
    ].join("\n"),
  );
}

/** The answer to an earlier question, which came as a message because nobody waited for it any more. */
export async function resumeScript(turn: Turn, prompt: string, from: number): Promise<void> {
  const said = prompt.split("\n").filter((line) => /^A\d+: /.test(line));
  const lines = said.map((line) => line.replace(/^A\d+: /, ""));
  turn.session.notes.push(...lines.map((line) => `Answered later: **${line}**`));
  await turn.say(`Thank you, I go on with that:\n\n${quote(lines.join("\n"))}`);
  await runScript(turn, from);
}

/** Any other message: a script understands little, and says so. */
export async function echo(turn: Turn, prompt: string): Promise<void> {
  await turn.think("This is not in my script.");
  await turn.pause(300);
  const heard = prompt.length > 500 ? `${prompt.slice(0, 500).toWellFormed()}…` : prompt;
  await turn.say(
    `You wrote:\n\n${quote(heard)}\n\nI am a script and understand only **again**, which runs the demo once more.`,
  );
}

async function look(turn: Turn): Promise<boolean> {
  await turn.say(
    "Hello! I am the demo agent: a script, no model. I pretend to move the orders table of a shop to PostgreSQL. I will look " +
      "around, ask for permission, ask you questions and tell you what came of it. Nothing that I ask for is really done.",
  );
  await turn.pause(800);
  await turn.think("The schema says what there is to move. The tests say whether it works today.");
  await turn.pause(600);
  await turn.run(readSchema, "orders(id, customer_id, total_cents, total numeric)");
  await turn.pause(400);
  await turn.say(
    "Running a command is up to you. This one has a password in it: what you see was masked before it left the server.",
  );
  const decision = await turn.runIfAllowed(runTests, "42 passed (pretended)");
  await react(turn, "the tests", decision);
  return true;
}

async function question(turn: Turn, ask: DemoAsk): Promise<boolean> {
  await turn.pause(600);
  const asked = await turn.ask(ask);
  const { notes } = turn.session;
  if (asked.kind === "unanswered" && STILL_OPEN.has(asked.code)) {
    await turn.say(
      `My call ended before you answered (${asked.code}). The question stays open: I go on from here as soon as you answer it.`,
    );
    return false;
  }
  if (asked.kind === "unanswered") {
    notes.push(`No answer: ${asked.code}`);
    await turn.say(`I got no answer (${asked.code}), so I leave that undecided.`);
  } else if (asked.declined) {
    notes.push(`Declined${asked.reason === "" ? "" : `: ${asked.reason}`}`);
    await turn.say(
      `You declined to answer${asked.reason === "" ? "" : `: “${asked.reason}”`}. I leave that undecided.`,
    );
  } else {
    notes.push(...asked.lines);
    await turn.say(["Thank you. I was told:", "", ...asked.lines.map((line) => `- ${line}`)].join("\n"));
  }
  return true;
}

/** Why a call may end while its question can still be answered. */
const STILL_OPEN = new Set(["wait_ended", "server_stopping", "disconnected"]);

async function change(turn: Turn): Promise<boolean> {
  await turn.pause(600);
  await turn.say("Now three things at once. Decide them in any order; each goes on by itself.");
  await Promise.all(
    CHANGES.map(async ({ name, call, output }) => react(turn, name, await turn.runIfAllowed(call, output))),
  );
  return true;
}

const REACTIONS: Readonly<Record<Decision, readonly [note: string, words: string]>> = {
  once: ["allowed once", "You allowed it this time."],
  always: ["always allowed", "You allowed it for good: I will not ask again while I run."],
  remembered: ["allowed before", "You allowed it for good earlier, so I did not ask."],
  denied: ["denied", "You denied it, so I leave it."],
  nobody: ["not decided", "The prompt was withdrawn and nobody decided, so I leave it."],
};

async function react(turn: Turn, name: string, decision: Decision): Promise<void> {
  const [note, words] = REACTIONS[decision];
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  turn.session.notes.push(`${title}: **${note}**`);
  await turn.say(`${title}: ${words}`);
}

const quote = (text: string): string =>
  text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
