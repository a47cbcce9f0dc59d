/** Which tools an MCP caller gets (contract 5). */
export const SURFACES = ["external", "kanban-task", "office-task", "configuration"] as const;
export type Surface = (typeof SURFACES)[number];

/** The surfaces of agents' sessions: all but the one for external clients. */
export const SESSION_SURFACES = ["kanban-task", "office-task", "configuration"] as const;
export type SessionSurface = (typeof SESSION_SURFACES)[number];
