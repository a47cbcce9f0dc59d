import type { Failure } from "@/lib/client/http";
import type { PermissionChoice, PermissionResult } from "@/lib/client/permissions";
import type { OpenPermissionView } from "@/lib/views";

/** How a prompt that was open on this page came to be closed, as far as this page knows by itself. */
export type Closed =
  | { readonly kind: "delivered"; readonly choice: PermissionChoice }
  | {
      readonly kind: "beaten";
      readonly choice: PermissionChoice;
      readonly serverNowMs: number | null;
      /** An earlier attempt of this page may have been the one that counts. */
      readonly retried: boolean;
    }
  | { readonly kind: "gone"; readonly choice: PermissionChoice }
  /** It was settled elsewhere; `choice` is what was sent from here without anybody knowing whether it arrived. */
  | { readonly kind: "elsewhere"; readonly choice: PermissionChoice | null };

export type PermissionPhase =
  | { readonly kind: "open" }
  | { readonly kind: "sending"; readonly choice: PermissionChoice }
  | { readonly kind: "failed"; readonly choice: PermissionChoice; readonly failure: Failure }
  | { readonly kind: "closed"; readonly how: Closed };

/** A prompt that is or was open while this page was, in the order of arrival. */
export interface PermissionEntry {
  readonly prompt: OpenPermissionView;
  readonly phase: PermissionPhase;
  /** An attempt from here ended without anybody knowing whether it arrived. */
  readonly uncertain: boolean;
}

export interface PermissionsState {
  readonly entries: readonly PermissionEntry[];
  /** Decided from here and put away: never shown again, whatever an older read of the page says. */
  readonly dismissed: ReadonlySet<string>;
}

export type PermissionsAction =
  | { readonly type: "sync"; readonly open: readonly OpenPermissionView[] }
  | { readonly type: "send"; readonly requestId: string; readonly choice: PermissionChoice }
  | {
      readonly type: "result";
      readonly requestId: string;
      readonly choice: PermissionChoice;
      readonly result: PermissionResult;
    }
  | { readonly type: "dismiss"; readonly requestId: string };

const OPEN: PermissionPhase = { kind: "open" };
const entryOf = (prompt: OpenPermissionView): PermissionEntry => ({ prompt, phase: OPEN, uncertain: false });

export const initialPermissions = (open: readonly OpenPermissionView[]): PermissionsState => ({
  entries: open.map(entryOf),
  dismissed: new Set(),
});

export function reducePermissions(state: PermissionsState, action: PermissionsAction): PermissionsState {
  switch (action.type) {
    case "sync":
      return sync(state, action.open);
    case "send":
      return change(state, action.requestId, (entry) => ({
        ...entry,
        phase: { kind: "sending", choice: action.choice },
      }));
    case "result":
      return change(state, action.requestId, (entry) => settle(entry, action.choice, action.result));
    case "dismiss":
      return {
        entries: state.entries.filter(({ prompt }) => prompt.request_id !== action.requestId),
        dismissed: new Set(state.dismissed).add(action.requestId),
      };
  }
}

/** Takes over what is open now. Everything keeps its place; what is new comes last. */
function sync(state: PermissionsState, open: readonly OpenPermissionView[]): PermissionsState {
  const known = new Map(open.map((prompt) => [prompt.request_id, prompt]));
  const kept = state.entries.map((entry): PermissionEntry => {
    const { phase } = entry;
    const prompt = known.get(entry.prompt.request_id);
    if (prompt !== undefined)
      // A read that missed it was wrong, unless it was decided from here.
      return phase.kind === "closed" && phase.how.kind === "elsewhere"
        ? { ...entry, prompt, phase: OPEN }
        : { ...entry, prompt };
    if (phase.kind === "closed" || phase.kind === "sending") return entry;
    const choice = phase.kind === "failed" ? phase.choice : null;
    return { ...entry, phase: { kind: "closed", how: { kind: "elsewhere", choice } } };
  });
  const shown = new Set(kept.map(({ prompt }) => prompt.request_id));
  const added = open.filter(({ request_id: id }) => !shown.has(id) && !state.dismissed.has(id));
  return { ...state, entries: [...kept, ...added.map(entryOf)] };
}

function settle(entry: PermissionEntry, choice: PermissionChoice, result: PermissionResult): PermissionEntry {
  switch (result.kind) {
    case "delivered":
      return { ...entry, phase: { kind: "closed", how: { kind: "delivered", choice } } };
    case "beaten": {
      const { serverNowMs } = result;
      const how: Closed = { kind: "beaten", choice, serverNowMs, retried: entry.uncertain };
      return { ...entry, phase: { kind: "closed", how } };
    }
    case "gone":
      return { ...entry, phase: { kind: "closed", how: { kind: "gone", choice } } };
    case "failed":
      return {
        ...entry,
        uncertain: entry.uncertain || result.failure.kind !== "refused",
        phase: { kind: "failed", choice, failure: result.failure },
      };
  }
}

function change(
  state: PermissionsState,
  requestId: string,
  by: (entry: PermissionEntry) => PermissionEntry,
): PermissionsState {
  return {
    ...state,
    entries: state.entries.map((entry) => (entry.prompt.request_id === requestId ? by(entry) : entry)),
  };
}
