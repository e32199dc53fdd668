import { createTransport } from 'nodemailer'
import { headers, type MailTransport } from './transport.ts'

/** Sends by `smtp://` (with TLS if offered) or `smtps://`; with `requireTls`, sending without TLS fails. */
export function smtpTransport(url: string, requireTls: boolean): MailTransport {
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
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ kind: _, ...mail }) => {
      await transport.sendMail({ ...mail, headers })
    },
    close: () => transport.close(),
  }
}
