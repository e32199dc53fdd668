import type { RenderedEmail } from './email-template.ts'

export interface Email extends RenderedEmail {
  kind: string
  from: { name: string; address: string }
  to: { name: string; address: string }
}

export interface MailTransport {
  /** Sends an email; throws on failure, after which a later try may succeed. */
  send(mail: Email): Promise<void>
  close(): void
}

export const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
