/** Runs once before the first request: everything a server needs is started by `lib/boot.ts`. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { boot } = await import("./lib/boot");
  await boot();
}
