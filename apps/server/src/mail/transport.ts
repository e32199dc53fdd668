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
