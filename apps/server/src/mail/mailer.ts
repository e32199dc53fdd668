import { setTimeout } from 'node:timers/promises'
import { Background } from '../background.ts'
import type { Config } from '../config.ts'
import { communityName } from '../web-config.ts'
import { type EmailTemplate, oneLine, renderEmail } from './email-template.ts'
import type { Recipient } from './recipient.ts'
import type { MailTransport } from './transport.ts'

/** Sends emails. */
export interface Mailer {
  /** Takes an email and returns at once; it is tried several times, and what fails is logged. */
  send(to: Recipient, template: EmailTemplate): void
  /** Resolves once no email is on its way any more. */
  settled(): Promise<void>
  /** Gives what is on its way one more try, then ends. */
  close(): Promise<void>
}

/** What the mailer writes into the log: never an address, never a word of an email. */
interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Milliseconds before each try. */
const pauses = [0, 2_000, 15_000, 60_000]

/** Milliseconds that closing waits for emails that are being handed over. */
const maxAtClose = 5_000

/** Opens the mailer: an SMTP server, or the outbox folder where none is set. */
export function openMailer(
  config: Pick<Config, 'smtpUrl' | 'smtpRequireTls' | 'mailFrom' | 'dataDir' | 'publicUrl'>,
  log: Log,
): Mailer {
  let transport: Promise<MailTransport> | undefined
  // With the first mail: what composes mails is 7 MB of the heap.
  const open = async () =>
    config.smtpUrl
      ? (await import('./smtp-transport.ts')).smtpTransport(config.smtpUrl, config.smtpRequireTls)
      : (await import('./outbox-transport.ts')).outboxTransport(config.dataDir, log)
  const closing = new AbortController()
  const background = new Background((error) => log.error({ err: error }, 'mail not sent'))

  const deliver = async (to: Recipient, template: EmailTemplate) => {
    const name = await communityName(config.dataDir)
    const mail = {
      ...renderEmail(template, to.name, { community: name, publicUrl: config.publicUrl }),
      kind: template.kind,
      from: { name: config.mailFrom.name ?? name, address: config.mailFrom.address },
      to: { name: oneLine(to.name ?? ''), address: to.email },
    }
    for (const [tries, pause] of pauses.entries()) {
      if (pause > 0) await setTimeout(pause, null, { signal: closing.signal }).catch(() => {})
      try {
        transport ??= open()
        await (await transport).send(mail)
        return
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        log.error({ kind: template.kind, code, responseCode, tries: tries + 1 }, 'mail not sent')
        const refused = responseCode !== undefined && responseCode >= 500
        if (refused || closing.signal.aborted) return
      }
    }
  }
  return {
    send: (to, template) => background.run(() => deliver(to, template)),
    settled: () => background.settled(),
    close: async () => {
      closing.abort()
      await Promise.race([background.settled(), setTimeout(maxAtClose, null, { ref: false })])
      // One that could not be opened is in the log with its mail.
      void transport?.then((opened) => opened.close()).catch(() => {})
    },
  }
}
