import { describe, expect, it } from "vitest";
import { concerns, parseLiveEvent } from "./live-event";

describe("events", () => {
  it("turns what it cannot read into a reset, so that nothing is missed", async () => {
    for (const data of ["", "{", "[]", '{"task_id":1}']) {
      expect((await parseLiveEvent("task.updated", data)).name).toBe("reset");
    }
  });

  it("lets a page re-read for its own task and for everything that changes the list", async () => {
    const event = (name: Parameters<typeof parseLiveEvent>[0], data: object) =>
      parseLiveEvent(name, JSON.stringify(data));
    const elsewhere = { task_id: "other", session_id: "s" };
    expect(
      concerns(
        await event("session.message.added", { ...elsewhere, task_id: "mine", type: "message" }),
        "mine",
      ),
    ).toBe(true);
    expect(
      concerns(await event("session.message.added", { ...elsewhere, type: "clarification_request" }), "mine"),
    ).toBe(true);
    expect(concerns(await event("session.state_changed", elsewhere), "mine")).toBe(true);
    expect(concerns(await event("reset", {}), "mine")).toBe(true);
    expect(concerns(await event("session.message.added", { ...elsewhere, type: "message" }), "mine")).toBe(
      false,
    );
  });
});
