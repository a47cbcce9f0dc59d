import { text, timestamp } from "drizzle-orm/pg-core";

/** A `timestamptz` read and written as text, because a JavaScript Date would drop the microseconds. */
export const instant = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 6, mode: "string" });

/** Primary key: an opaque text id, a UUID when this product made it. */
export const id = () => text("id").primaryKey();
