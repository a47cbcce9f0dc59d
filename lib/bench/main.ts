import setup from "@/lib/testing/global-setup";
import { benchBlocked } from "./blocked";
import { benchDenial } from "./denial";
import { benchDelivery } from "./delivery";
import { benchListPage } from "./list-page";
import { benchPage } from "./page";
import { benchPermission } from "./permission";
import { benchRespond } from "./respond";
import { benchRespondToken } from "./respond-token";
import { benchStart } from "./start";
import { benchTasks } from "./tasks";
import { benchTools } from "./tools";

const BENCHES = {
  respond: benchRespond,
  token: benchRespondToken,
  denial: benchDenial,
  delivery: benchDelivery,
  permission: benchPermission,
  list: benchListPage,
  tasks: benchTasks,
  tools: benchTools,
  page: benchPage,
  blocked: benchBlocked,
  start: benchStart,
} as const;

/** `npm run bench [-- name ...]`: every benchmark, or the named ones; the last line is one JSON object with the numbers. */
const wanted = new Set(process.argv.slice(2));
const stop = await setup();
const numbers: Record<string, number> = {};
try {
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (wanted.size > 0 && !wanted.has(name)) continue;
    const begin = performance.now();
    const measured = Object.entries(await bench()).map(
      ([key, value]) => [key, Number(value.toFixed(3))] as const,
    );
    Object.assign(numbers, Object.fromEntries(measured));
    for (const [key, value] of measured) console.log(`${key.padEnd(36)} ${value}`);
    console.log(`  (${name} took ${((performance.now() - begin) / 1000).toFixed(0)} s)`);
  }
} finally {
  await stop();
}
console.log(JSON.stringify(numbers));
