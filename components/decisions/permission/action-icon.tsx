import {
  Eye,
  FilePen,
  FileText,
  Globe,
  type LucideIcon,
  Pencil,
  Search,
  Shapes,
  SquareTerminal,
  Trash2,
  Wrench,
} from "lucide-react";
import type { ActionType } from "@/lib/views";

const TYPES: Record<ActionType, LucideIcon> = {
  command: SquareTerminal,
  file_write: FilePen,
  file_read: FileText,
  network: Globe,
  mcp_tool: Wrench,
  other: Shapes,
};

/** The agent's own names for what a tool does (ACP tool kinds). */
const KINDS: Partial<Record<string, LucideIcon>> = {
  read: FileText,
  edit: Pencil,
  delete: Trash2,
  move: FilePen,
  search: Search,
  execute: SquareTerminal,
  fetch: Globe,
  think: Eye,
};

interface Props {
  type: ActionType;
  /** The agent's own word for it, which says more than the type. */
  kind?: string;
  className?: string;
}

/** What an action is about, as an icon. Decoration: words beside it say the same. */
export function ActionIcon({ type, kind = "", className = "" }: Props) {
  const Icon = KINDS[kind] ?? TYPES[type];
  return <Icon size={14} className={`shrink-0 ${className}`} aria-hidden />;
}
