import type { Actor, Origin } from "./auth/actor";
import type { App } from "./app";

/** The first argument of every verb. */
export interface Context {
  readonly app: App;
  readonly actor: Actor;
  readonly origin: Origin;
}
