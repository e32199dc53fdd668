import { setTimeout } from 'node:timers/promises'
import { Background } from '../background.ts'
import type { Config } from '../config.ts'
import type { Carrier } from './carrier.ts'
import { type Letter, oneLine, setLetter } from './letter.ts'
import { openOutbox } from './outbox.ts'
import type { Recipient } from './recipient.ts'
import { openSmtp } from './smtp.ts'

/** Sends letters. */
export interface Post {
  /** Takes a letter and returns at once; it is tried several times, and what fails is logged. */
  send(to: Recipient, letter: Letter): void
  /** Resolves once no letter is on its way any more. */
  settled(): Promise<void>
  /** Gives what is on its way one more try, then ends. */
  close(): Promise<void>
}

/** What the post writes into the log: never an address, never a word of a letter. */
interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Milliseconds before each try. */
const pauses = [0, 2_000, 15_000, 60_000]

/** Milliseconds that closing waits for letters that are being handed over. */
const mostAtClose = 5_000

/**
 * Opens the post: an SMTP server, or the outbox folder where none is set.
 * @param community asked for the community's name before each letter
 */
export function openPost(
  config: Pick<Config, 'smtpUrl' | 'smtpRequireTls' | 'mailFrom' | 'dataDir'>,
  community: () => Promise<string>,
  log: Log,
): Post {
  const carrier: Carrier = config.smtpUrl
    ? openSmtp(config.smtpUrl, config.smtpRequireTls)
    : openOutbox(config.dataDir, log)
  const closing = new AbortController()
  const background = new Background((error) => log.error({ err: error }, 'mail not sent'))

  const deliver = async (to: Recipient, letter: Letter) => {
    const name = await community()
    const mail = {
      ...setLetter(letter, to.name, name),
      kind: letter.kind,
      from: { name: config.mailFrom.name ?? name, address: config.mailFrom.address },
      to: { name: oneLine(to.name ?? ''), address: to.email },
    }
    for (const [tries, pause] of pauses.entries()) {
      if (pause > 0) await setTimeout(pause, null, { signal: closing.signal }).catch(() => {})
      try {
        await carrier.carry(mail)
        return
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        log.error({ kind: letter.kind, code, responseCode, tries: tries + 1 }, 'mail not sent')
        const refused = responseCode !== undefined && responseCode >= 500
        if (refused || closing.signal.aborted) return
      }
    }
  }
  return {
    send: (to, letter) => background.run(() => deliver(to, letter)),
    settled: () => background.settled(),
    close: async () => {
      closing.abort()
      await Promise.race([background.settled(), setTimeout(mostAtClose, null, { ref: false })])
      carrier.close()
    },
  }
}
