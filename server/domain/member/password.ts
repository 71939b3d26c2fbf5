/** Characters a password has: asked by the form, decided by the server. */
export const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 128
