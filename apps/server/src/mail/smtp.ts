import { createTransport } from 'nodemailer'
import { type Carrier, headers } from './carrier.ts'

/**
 * Hands mails to an SMTP server.
 * @param url `smtp://` (upgraded to TLS where the server offers it) or `smtps://`, with the user
 *   and password in it
 */
export function openSmtp(url: string): Carrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    carry: async ({ kind: _, ...mail }) => {
      await transport.sendMail({ ...mail, headers })
    },
    close: () => transport.close(),
  }
}
