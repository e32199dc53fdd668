import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { RenderedEmail } from './email-template.ts'

interface Email extends RenderedEmail {
  kind: string
  from: { name: string; address: string }
  to: { name: string; address: string }
}

export interface MailTransport {
  /** Sends an email; throws on failure, after which a later try may succeed. */
  send(mail: Email): Promise<void>
  close(): void
}

const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** Mail must not include files or pages by their address. */
const safely = { disableFileAccess: true, disableUrlAccess: true }

/** Sends by `smtp://` (with TLS if offered) or `smtps://`; with `requireTls`, sending without TLS fails. */
export function smtpTransport(
  url: string,
  requireTls: boolean,
): MailTransport & { verify(): Promise<unknown> } {
  // nodemailer prefers options in the URL to those passed beside it.
  const target = new URL(url)
  if (requireTls) target.searchParams.set('requireTLS', 'true')
  const transport = createTransport({
    url: target.href,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    ...safely,
  })
  return {
    send: async ({ kind: _, ...mail }) => {
      await transport.sendMail({ ...mail, headers })
    },
    /** Connects, with TLS as for a mail, and signs in; throws where a mail could not be sent. */
    verify: () => transport.verify(),
    close: () => transport.close(),
  }
}

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
    ...safely,
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
