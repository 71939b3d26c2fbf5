import { createHash, randomBytes } from 'node:crypto'

/** 256 bits as 43 characters of base64url. */
export const makeSecret = () => randomBytes(32).toString('base64url')
export const SECRET_PATTERN = '[A-Za-z0-9_-]{43}'

/** What is stored in a secret's place. It is random and long, so a plain SHA-256 is enough. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
