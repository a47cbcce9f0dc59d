/** The longest "not now", in minutes: a week. */
export const MAX_SNOOZE_MINUTES = 7 * 24 * 60;
