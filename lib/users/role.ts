/** An admin manages profiles and people; it sees no more tasks than a member (specification, Permissions). */
export const USER_ROLES = ["admin", "member"] as const;
export type UserRole = (typeof USER_ROLES)[number];
