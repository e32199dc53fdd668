import type { RenderedEmail } from './email-template.ts'

/** A mail ready to go. */
export interface Email extends RenderedEmail {
  kind: string
  from: { name: string; address: string }
  to: { name: string; address: string }
}

/** Hands e-mails on: to an SMTP server, or to the outbox. */
export interface MailTransport {
  /** @throws where it could not be handed over; a later try may succeed */
  send(mail: Email): Promise<void>
  close(): void
}

/** Headers of every mail, which no person has written by hand. */
export const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** Opens a transport with its first mail: what composes mails is 7 MB of the heap, and many a server sends none. */
export function onFirstMail(open: () => Promise<MailTransport>): MailTransport {
  let opened: Promise<MailTransport> | undefined
  return {
    send: async (mail) => {
      opened ??= open()
      await (await opened).send(mail)
    },
    // One that could not be opened was told of with its mail.
    close: () => void opened?.then((transport) => transport.close()).catch(() => {}),
  }
}
