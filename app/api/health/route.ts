import { sql } from "drizzle-orm";
import { getApp } from "@/lib/runtime";

export const dynamic = "force-dynamic";

/** 200 once requests can be served, else 503. */
export async function GET(): Promise<Response> {
  try {
    const app = getApp();
    if (app.draining.aborted) return Response.json({ status: "stopping" }, { status: 503 });
    await app.db.execute(sql`SELECT 1`);
    return Response.json({ status: "ok" });
  } catch {
    return Response.json({ status: "unavailable" }, { status: 503 });
  }
}
