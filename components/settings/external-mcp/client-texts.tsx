"use client";

import { useTranslations } from "next-intl";
import { MCP_CLIENTS, type McpClientId, type McpTarget } from "@/lib/mcp-clients/shapes";
import { CodeTabs } from "../../ui/code-tabs";

/** Clients that put the run into a header from the environment. */
const TELL_RUNS: ReadonlySet<McpClientId> = new Set(["claudeFile", "codex", "openCode"]);

/** What to put into which client to connect it to `target`. */
export function ClientTexts({ target }: { target: McpTarget }) {
  const t = useTranslations("externalMcp.clients");
  const note = (id: McpClientId) => {
    if (target.runVariable === undefined) return undefined;
    const runs = TELL_RUNS.has(id)
      ? t("runVariable", { variable: target.runVariable })
      : t("runHeader", { header: "Kandev-Run" });
    return id === "claude" || id === "claudeFile"
      ? `${runs} ${t("claudeWaits", { setting: "MCP_TOOL_TIMEOUT=7200000" })}`
      : runs;
  };
  return (
    <CodeTabs
      label={t("label")}
      first={target.runVariable === undefined ? "claude" : "claudeFile"}
      nameOf={(title) => t("text", { client: title })}
      tabs={MCP_CLIENTS.map(({ id, client, write }) => ({
        id,
        title: client === "" ? t("other.name") : client,
        where: t(`${id}.where`),
        text: write(target),
        note: note(id),
      }))}
    />
  );
}
