"use client";

import { useSyncExternalStore } from "react";
import { type LiveStatus, liveStatus, onLiveStatus } from "./live-store";

const onServer = (): LiveStatus => "connecting";

/** The state of the event connection, for components. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(onLiveStatus, liveStatus, onServer);
}
