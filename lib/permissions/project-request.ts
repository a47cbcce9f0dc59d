import { presentText } from "@/lib/redaction/present-text";
import type { PermissionView } from "@/lib/views";
import { projectAction } from "./project-action";
import { type OfferedOption, projectOption } from "./project-option";

/**
 * Everything that is shown of a permission request. `action.redacted` is true when any of it was changed to protect a
 * credential: title, action or the name of an option (spec "API surface").
 */
export function projectRequest(request: {
  title: string;
  kind: string;
  details: unknown;
  options: readonly OfferedOption[];
}): Pick<PermissionView, "title" | "action" | "options"> {
  const action = projectAction(request);
  const title = presentText(request.title);
  const redacted =
    action.redacted ||
    [title, ...request.options.map(({ name }) => presentText(name))].some((text) => text.redacted);
  return {
    title: title.text ?? "",
    action: { ...action, redacted },
    options: request.options.map((option) => projectOption(option)),
  };
}
