import { describe, expect, it } from "vitest";
import {
  type DraftStorage,
  pruneDrafts,
  readComposer,
  readDraft,
  removeDraft,
  writeComposer,
  writeDraft,
} from "./drafts";

function memory(): DraftStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

const draft = {
  step: 1,
  questions: [{ question_id: "__proto__", selected: ["a"], several: true, text: "hi" }],
};
const DAY_MS = 24 * 60 * 60 * 1000;

describe("drafts", () => {
  it("keeps the draft of one bundle apart from that of another", async () => {
    const storage = memory();
    writeDraft(storage, "a", draft, 0);
    expect(await readDraft(storage, "a")).toEqual(draft);
    expect(await readDraft(storage, "b")).toBeNull();
    removeDraft(storage, "a");
    expect(storage.entries.size).toBe(0);
  });

  it("writes nothing where nothing was entered, and removes what was", () => {
    const storage = memory();
    writeDraft(storage, "a", draft, 0);
    const empty = { step: 2, questions: [{ question_id: "q", selected: [], several: false, text: "" }] };
    writeDraft(storage, "a", empty, 0);
    writeComposer(storage, "s", "", 0);
    expect(storage.entries.size).toBe(0);
  });

  it("takes what it cannot read for no draft", async () => {
    const storage = memory();
    for (const text of ["{", "null", '{"step":"x"}', '{"saved_at":1,"step":0,"questions":[{}]}']) {
      storage.setItem("kandev.draft.a", text);
      expect(await readDraft(storage, "a")).toBeNull();
    }
  });

  it("prunes drafts after two weeks and leaves other entries alone", async () => {
    const storage = memory();
    writeDraft(storage, "old", draft, 0);
    writeDraft(storage, "new", draft, 10 * DAY_MS);
    writeComposer(storage, "old", "text", 0);
    storage.setItem("kandev.draft.broken", "{");
    storage.setItem("somebody-else", "1");
    await pruneDrafts(storage, 15 * DAY_MS);
    expect([...storage.entries.keys()].sort()).toEqual(["kandev.draft.new", "somebody-else"]);
    expect(await readComposer(storage, "old")).toBe("");
  });

  it("survives a storage that is full or forbidden", async () => {
    const broken: DraftStorage = {
      length: 0,
      key: () => null,
      getItem: () => {
        throw new Error("denied");
      },
      setItem: () => {
        throw new Error("full");
      },
      removeItem: () => {
        throw new Error("denied");
      },
    };
    writeDraft(broken, "a", draft, 0);
    removeDraft(broken, "a");
    expect(await readDraft(broken, "a")).toBeNull();
  });
});
