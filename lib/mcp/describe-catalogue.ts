import type { Messages } from "next-intl";
import type { ToolGroupView } from "@/lib/views";
import { toolsOf } from "./catalogue";
import { TOOL_GROUPS } from "./tool";

interface ToolText {
  readonly title: string;
  readonly description: string;
}

/** The key of a tool's texts: its name without the ending that all of them have. */
export const textKey = (toolName: string): string => toolName.replace(/_kandev$/, "");

/**
 * What `/mcp` registers, grouped, in the words of `texts`. A tool without words there is shown with those it has for models:
 * nothing that is registered is left out (C2).
 */
export function describeCatalogue(texts: Messages["externalMcp"]): ToolGroupView[] {
  const words: Readonly<Record<string, ToolText | undefined>> = texts.tools;
  const titles: Readonly<Record<string, string | undefined>> = texts.groups;
  const tools = toolsOf("external");
  return TOOL_GROUPS.flatMap((group) => {
    const inGroup = tools.filter((tool) => tool.group === group);
    if (inGroup.length === 0) return [];
    return [
      {
        id: group,
        title: titles[group] ?? group,
        tools: inGroup.map(({ name, title, description, annotations }) => ({
          name,
          ...(words[textKey(name)] ?? { title, description }),
          readOnly: annotations.readOnlyHint === true,
          destructive: annotations.destructiveHint === true,
        })),
      },
    ];
  });
}
