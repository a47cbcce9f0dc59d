/** The longest name of an agent key, in characters; the form that makes one knows it too. */
export const KEY_NAME_LIMIT = 100;
