"use client";

import { CircleCheck, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { announce } from "@/lib/client/announce";
import { Ago } from "../../ui/age";

/** Waiting for the agent's first call, or when it came. */
export function ConnectStatus({ connectedAt }: { connectedAt: string }) {
  const t = useTranslations("tasks.connect");
  const connected = connectedAt !== "";
  const before = useRef(connected);
  useEffect(() => {
    if (connected && !before.current) announce(t("said"));
    before.current = connected;
  }, [connected, t]);
  return (
    <p
      data-testid="connect-status"
      data-connected={connected}
      className="flex items-center gap-2 font-medium"
    >
      {connected ? (
        <>
          <CircleCheck size={16} className="text-good" aria-hidden />
          <span>
            {t.rich("connected", {
              age: () => <Ago at={connectedAt} className="font-normal text-muted" />,
            })}
          </span>
        </>
      ) : (
        <>
          <LoaderCircle size={16} className="animate-spin text-muted" aria-hidden />
          {t("waiting")}
        </>
      )}
    </p>
  );
}
