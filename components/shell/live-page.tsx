"use client";

import { useParams, useRouter } from "next/navigation";
import { useEffect } from "react";
import { loadShapes } from "@/lib/client/load-shapes";
import { useLiveRefresh } from "@/lib/client/live/use-live-refresh";
import { noteFrame, reloadWhenRestored } from "@/lib/client/session-end";
import { isTextField } from "../ui/shortcut-scope";

/**
 * Keeps the page live, and knows its one global key: `n` for a new task. With accounts it also sees to it that the page
 * does not outlast its session. Renders nothing.
 */
export function LivePage({ accounts }: { accounts: boolean }) {
  const router = useRouter();
  const { id } = useParams();
  useLiveRefresh(typeof id === "string" ? decodeId(id) : "");

  // What somebody is about to do will be answered.
  useEffect(() => {
    const prepare = () => void loadShapes().catch(() => undefined); // whoever needs them tries again
    const once = { once: true, capture: true, passive: true };
    window.addEventListener("pointerdown", prepare, once);
    window.addEventListener("keydown", prepare, once);
    return () => {
      window.removeEventListener("pointerdown", prepare, once);
      window.removeEventListener("keydown", prepare, once);
    };
  }, []);

  useEffect(() => {
    if (!accounts) return;
    noteFrame();
    return reloadWhenRestored();
  }, [accounts]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const modified = event.metaKey || event.ctrlKey || event.altKey || event.shiftKey;
      if (event.key !== "n" || modified || event.repeat || event.defaultPrevented) return;
      // Whoever answers a question or is in a dialog is busy with that.
      const busy = document.querySelector(
        "dialog[open], [role=menu], :is([data-testid=question-overlay], [data-testid=permission-dock]):focus-within",
      );
      if (isTextField(event.target) || busy !== null) return;
      event.preventDefault();
      router.push("/new");
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [router]);
  return null;
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
