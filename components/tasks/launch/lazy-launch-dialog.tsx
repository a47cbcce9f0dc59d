import { lazyDialog } from "../../ui/lazy-dialog";

/** Loaded by those who start an agent. */
export const LazyLaunchDialog = lazyDialog(() =>
  import("./launch-dialog").then((module) => module.LaunchDialog),
);
