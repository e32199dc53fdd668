import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Identifiers, isMentioned } from './identifiers.ts'

/** The mails in the outbox of this server's data directory that name a person or one of their addresses. */
export async function mailsNaming(dataDir: string, sought: Identifiers): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch(ifMissing)
  const found: string[] = []
  for (const name of names ?? []) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    if (isMentioned(decoded(text), sought)) found.push(join(folder, name))
  }
  return found
}

/** Deletes them; returns how many. */
export async function removeMails(dataDir: string, sought: Identifiers): Promise<number> {
  const mails = await mailsNaming(dataDir, sought)
  for (const path of mails) await rm(path, { force: true })
  return mails.length
}

/** A mail with its quoted-printable and base64 parts in plain text behind it; good enough to look for a name. */
export function decoded(mail: string): string {
  const quoted = mail.replaceAll(/=\r?\n/g, '')
  const bytes = quoted.replaceAll(/((?:=[0-9A-F]{2})+)/gi, (run) =>
    Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'),
  )
  const words = quoted.replaceAll(
    /=\?utf-8\?(q|b)\?([^?]*)\?=(?:\s+(?==\?))?/gi,
    (_, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            'latin1',
          ).toString('utf8'),
  )
  const blocks = [
    ...mail.matchAll(/(?:^[A-Za-z0-9+/]{40,}={0,2}\r?\n?)+(?:^[A-Za-z0-9+/]+={0,2}$)?/gm),
  ]
  const decodedBlocks = blocks.map(([block]) => Buffer.from(block, 'base64').toString('utf8'))
  return [mail, bytes, words, ...decodedBlocks].join('\n')
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
