import { createHash, randomBytes } from 'node:crypto'

/** A new bearer token: 256 random bits, URL-safe. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token. A token is random, so a plain SHA-256 is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
