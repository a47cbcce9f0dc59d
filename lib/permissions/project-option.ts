import { presentText } from "@/lib/redaction/present-text";

/** A choice as the agent offers it (Agent Client Protocol, PermissionOption). */
export interface OfferedOption {
  readonly optionId: string;
  readonly name: string;
  readonly kind: string;
}

/** A choice as it is shown. Id and kind are the agent's own, byte for byte: they are what is answered with. */
export interface ProjectedOption {
  readonly option_id: string;
  readonly name: string;
  readonly kind: string;
}

/** The safe presentation of a choice; a name that cannot be made safe is empty. Never throws. */
export const projectOption = ({ optionId, name, kind }: OfferedOption): ProjectedOption => ({
  option_id: optionId,
  name: presentText(name).text ?? "",
  kind,
});
