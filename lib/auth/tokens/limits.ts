/** The longest name of a personal access token, in characters; the form that makes one knows it too. */
export const TOKEN_NAME_LIMIT = 100;
