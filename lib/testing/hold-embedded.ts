import { startEmbedded } from "@/db/embedded";

/** A process that uses the PostgreSQL of a data dir until its input ends: `tsx lib/testing/hold-embedded.ts <dir>`. */
const say = (line: string) => process.stdout.write(`${line}\n`);
const server = await startEmbedded({ dataDir: process.argv[2] ?? "", log: { info: say, warn: say } });
say("holding");
process.stdin.resume().once("end", () => void server.release());
