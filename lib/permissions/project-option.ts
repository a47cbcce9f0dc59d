import { presentText } from "@/lib/redaction/present-text";
import type { PermissionOptionView } from "@/lib/views";

/** A choice as the agent offers it (Agent Client Protocol, PermissionOption). */
export interface OfferedOption {
  readonly optionId: string;
  readonly name: string;
  readonly kind: string;
}

/**
 * The safe presentation of a choice; a name that cannot be made safe is empty. Id and kind are the agent's own, byte for
 * byte: they are what is answered with. Never throws.
 */
export const projectOption = ({ optionId, name, kind }: OfferedOption): PermissionOptionView => ({
  option_id: optionId,
  name: presentText(name).text ?? "",
  kind,
});
