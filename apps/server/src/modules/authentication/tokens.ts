import { createHash, randomBytes } from 'node:crypto'

/** A URL-safe token of 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The hash of a token for storage; plain SHA-256 is enough, since tokens are random. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
