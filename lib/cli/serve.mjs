import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { root } from "./child.mjs";

/** @typedef {import("../runtime").ServerHooks} ServerHooks */

const IN_FLIGHT_SECONDS = 10;
/** npm passes Ctrl-C on although the terminal sent it to everybody: that is one signal, not two. */
const SAME_SIGNAL_MS = 500;

process.chdir(root);
const dev = process.argv.includes("--dev");
Object.assign(process.env, { NODE_ENV: dev ? "development" : "production" });

/** @type {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => void} */
let serve = (_request, response) => {
  const headers = { "content-type": "application/json", "retry-after": "1", connection: "close" };
  response.writeHead(503, { ...headers, refresh: "1" }); // a browser that came too early looks again by itself
  response.end(JSON.stringify({ error: "the server is starting", code: "unavailable" }));
};
const server = createServer((request, response) => void serve(request, response));
server.keepAliveTimeout = 65_000;
/** @type {Set<import("node:net").Socket>} */
const sockets = new Set();
server.on("connection", (socket) => {
  sockets.add(socket);
  socket.once("close", () => sockets.delete(socket));
});

let firstSignalAt = 0;
/** Settles once everything that must be stopped has been started. */
const started = start().catch(async (error) => {
  console.error(error);
  await stop(1);
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, onSignal);
if (process.env.npm_lifecycle_event) {
  // npm passes a signal to the shell between it and us; some shells end of it and pass nothing on.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || firstSignalAt > 0 || onSignal(), 250).unref();
}

function onSignal() {
  if (firstSignalAt === 0) {
    firstSignalAt = Date.now();
    void started.then(() => stop(0));
  } else if (Date.now() - firstSignalAt > SAME_SIGNAL_MS) process.exit(1);
}

async function start() {
  const { origin, host, port } = await listen();
  if (origin) process.env.PORT = String(port); // links that the server gives out name the port it got
  const { default: next } = await import("next");
  const app = next({ dev, dir: root, hostname: host, port, httpServer: server });
  // Next does not wait for instrumentation.ts, which starts everything and ends the process when it cannot.
  const published = new Promise((resolve) => Reflect.set(globalThis, Symbol.for("kandev.started"), resolve));
  await app.prepare();
  /** @type {ServerHooks} */
  const hooks = await published;
  const { serveCompressed } = await import("./static-files.mjs");
  const handle = serveCompressed(join(root, ".next"), app.getRequestHandler());
  serve = (request, response) => {
    // Next sends the headers alone. Node sends them with the first chunk, and a short answer as one packet.
    response.flushHeaders = () => undefined;
    return hooks.guard(request, response) && handle(request, response);
  };
  if (firstSignalAt > 0) return;
  for (const notice of hooks.notices) console.log(notice);
  console.log(`Kandev is ready at ${origin}`);
}

/**
 * Listens before anything is started: a taken port then costs nothing, and Next is told the real one. Until the rest
 * runs every request is told to come back. What lib/env.ts refuses is left for it to explain.
 */
async function listen() {
  const host = (process.env.HOST || "127.0.0.1").replace(/^\[(.*)\]$/, "$1");
  const wanted = process.env.PORT || "3000";
  if (!/^\d+$/.test(wanted) || Number(wanted) > 65_535) return { origin: "", host, port: 3000 };
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(Number(wanted), host, () => resolve(undefined));
  }).catch((error) => {
    if (error.code === "EADDRINUSE")
      console.error(`Port ${wanted} is in use: stop what uses it, or set PORT to another one.`);
    else console.error(`HOST ${host} with PORT ${wanted} cannot be used (${error.code}).`);
    process.exit(1);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : Number(wanted);
  const shown = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return { origin: `http://${shown}:${port}`, host, port };
}

/**
 * Accepts nothing more, lets what is under way finish, then stops what was started.
 * @param {number} code
 */
async function stop(code) {
  const closed = new Promise((resolve) => server.close(resolve));
  const before = serve;
  serve = (request, response) => {
    response.setHeader("connection", "close");
    return before(request, response);
  };
  const closingIdle = setInterval(() => {
    server.closeIdleConnections();
    // Browsers open connections in advance; Node does not call one idle on which nothing was ever asked.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, 50);
  const hooks = findHooks();
  try {
    await hooks?.drain();
    await Promise.race([closed, sleep(IN_FLIGHT_SECONDS * 1000)]);
    server.closeAllConnections();
    await hooks?.stop();
  } catch (error) {
    console.error(error);
    code = 1;
  }
  clearInterval(closingIdle);
  process.exit(code);
}

/** @returns {ServerHooks | undefined} */
function findHooks() {
  return Reflect.get(globalThis, Symbol.for("kandev.server"));
}
