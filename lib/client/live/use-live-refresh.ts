"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";
import { serverAnswers } from "../http";
import { concerns } from "./live-event";
import { liveStatus, onLiveEvent } from "./live-store";

/** Events come in bursts (a bundle is several messages): one re-read for those that come together. */
const COALESCE_MS = 50;
const HIDDEN_COALESCE_MS = 1000;

/**
 * Re-renders the page on the server when an event concerns it. One re-read runs at a time; what happens meanwhile
 * is covered by one more. Client state (drafts, the step of a bundle) survives.
 */
export function useLiveRefresh(taskId: string): void {
  const router = useRouter();
  const [reading, startReading] = useTransition();
  const again = useRef(false);
  const busy = useRef(false);
  const timer = useRef<number>(undefined);

  useEffect(() => {
    const read = async () => {
      timer.current = undefined;
      // A re-read that fails makes the router load the page anew, which would show the browser's error page.
      if (liveStatus() !== "live" && !(await serverAnswers())) return;
      busy.current = true;
      startReading(() => router.refresh());
    };
    const schedule = () => {
      const delay = document.visibilityState === "visible" ? COALESCE_MS : HIDDEN_COALESCE_MS;
      timer.current ??= window.setTimeout(() => void read(), delay);
    };
    const unsubscribe = onLiveEvent((event) => {
      if (!concerns(event, taskId)) return;
      if (busy.current) again.current = true;
      else schedule();
    });
    return () => {
      unsubscribe();
      window.clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [router, taskId]);

  useEffect(() => {
    if (reading || !busy.current) return;
    busy.current = false;
    if (!again.current) return;
    again.current = false;
    busy.current = true;
    startReading(() => router.refresh());
  }, [reading, router]);
}
