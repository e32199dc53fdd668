import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { headers, type MailTransport } from './transport.ts'

/** Writes mail as files to `outbox` in the data directory; the log has only the file's name. */
export function outboxTransport(
  dataDir: string,
  log: { info(fields: object, message: string): void },
): MailTransport {
  const folder = join(dataDir, 'outbox')
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ kind, ...mail }) => {
      const { message } = await transport.sendMail({ ...mail, headers })
      const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
      const path = join(folder, `${stamp}-${kind}-${randomBytes(4).toString('hex')}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await writeFile(`${path}.part`, message as Buffer, { mode: 0o600, flag: 'wx' })
        await rename(`${path}.part`, path)
      } catch (error) {
        await rm(`${path}.part`, { force: true })
        throw error
      }
      log.info({ file: path }, 'mail written to the outbox, since SMTP_URL is not set')
    },
    close: () => transport.close(),
  }
}
