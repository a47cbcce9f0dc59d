/** A file of texts for each part of the pages: `messages/<locale>/<namespace>.json`. */
export const NAMESPACES = [
  "accounts",
  "board",
  "chat",
  "common",
  "decisions",
  "externalMcp",
  "globalError",
  "inbox",
  "settings",
  "shell",
  "tasks",
] as const;

export type Namespace = (typeof NAMESPACES)[number];
