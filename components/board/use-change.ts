"use client";

import { useRouter } from "next/navigation";
import { startTransition, useState } from "react";
import type { Result } from "@/lib/client/http";
import { useFailureText } from "../ui/use-failure-text";

/** Sends a change from a dialog: says what went wrong, or closes it and reads the page anew. */
export function useChange(close: () => void) {
  const failureText = useFailureText();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const run = async <T>(send: () => Promise<Result<T>>, then?: (value: T) => void): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError("");
    const result = await send();
    setBusy(false);
    if (!result.ok) return setError(failureText(result.failure));
    close();
    then?.(result.value);
    startTransition(() => router.refresh());
  };
  return { busy, error, fail: setError, run };
}
