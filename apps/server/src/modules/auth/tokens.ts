import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, URL-safe. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** For storage. Tokens are random, so a plain SHA-256 is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
