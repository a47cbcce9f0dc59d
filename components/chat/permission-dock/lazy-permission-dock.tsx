"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import type { PermissionDock } from "./permission-dock";

/** Brings it before it is needed. */
export const loadPermissionDock = () => import("./permission-dock");

const Loaded = lazy(() => loadPermissionDock().then((module) => ({ default: module.PermissionDock })));

/** Only agents of this server ask for permission, so only their pages begin with it. */
export function LazyPermissionDock(props: ComponentProps<typeof PermissionDock>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
