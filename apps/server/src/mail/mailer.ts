import { setTimeout } from 'node:timers/promises'
import type { Words } from '@steward/i18n/words/words'
import { Background } from '../background.ts'
import type { Config } from '../config.ts'
import { translatorIn } from '../languages.ts'
import { communityName } from '../web-config.ts'
import { type EmailTemplate, oneLine, renderEmail } from './email-template.ts'
import type { Recipient } from './recipient.ts'
import type { MailTransport } from './transport.ts'

/** The log of the mailer, which must never have an address or text of an email. */
interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The pauses before each try, in milliseconds. */
const pauses = [0, 2_000, 15_000, 60_000]

/** How long closing waits for unsent mail, in milliseconds. */
const maxAtClose = 5_000

/** How the reader of an e-mail reads. */
export interface Reading {
  /** The language that the holder of an address has chosen; null where that isn't known. */
  languageOf(address: string): Promise<string | null>
  /** The words of the community. */
  words(): Promise<Words>
}

const inEnglish: Reading = { languageOf: async () => null, words: async () => ({}) }

/** Opens the mailer: SMTP, or the outbox folder if no server is set. */
export function openMailer(
  config: Pick<Config, 'smtpUrl' | 'smtpRequireTls' | 'mailFrom' | 'dataDir' | 'publicUrl'>,
  log: Log,
  reading: Reading = inEnglish,
) {
  let transport: Promise<MailTransport> | undefined
  // Loaded with the first mail, since it takes 7 MB of the heap.
  const open = async () => {
    const { outboxTransport, smtpTransport } = await import('./transport.ts')
    return config.smtpUrl
      ? smtpTransport(config.smtpUrl, config.smtpRequireTls)
      : outboxTransport(config.dataDir, log)
  }
  const closing = new AbortController()
  let failed = 0
  const background = new Background((error) => log.error({ err: error }, 'mail not sent'))

  const deliver = async (to: Recipient, template: EmailTemplate) => {
    const name = await communityName(config.dataDir)
    // An email in English is better than none.
    const language = await reading.languageOf(to.email).catch(() => null)
    const words = await reading.words().catch(() => ({}))
    const from = { community: name, publicUrl: config.publicUrl }
    const mail = {
      ...renderEmail(template, to.name, from, translatorIn(language, words)),
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
        if (refused || closing.signal.aborted) break
      }
    }
    failed += 1
  }
  return {
    /** Sends an email in the background: returns at once, tries several times, logs failures. */
    send: (to: Recipient, template: EmailTemplate): void =>
      background.run(() => deliver(to, template)),
    settled: () => background.settled(),
    /** How many emails wait or are under way now, and how many were given up since the start. */
    figures: () => ({ waiting: background.running, failed }),
    /** Closes the mailer, after one more try for unsent mail. */
    close: async (): Promise<void> => {
      closing.abort()
      await Promise.race([background.settled(), setTimeout(maxAtClose, null, { ref: false })])
      // If opening failed, that was logged with the mail.
      void transport?.then((opened) => opened.close()).catch(() => {})
    },
  }
}
export type Mailer = ReturnType<typeof openMailer>
