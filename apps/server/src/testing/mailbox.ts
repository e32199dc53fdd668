import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as it came over the wire. */
export interface ReceivedMail {
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** All of it, undecoded. */
  raw: string
}

/** A real SMTP server on loopback that keeps what it is handed. */
export interface Mailbox {
  /** For SMTP_URL. */
  url: string
  mails: ReceivedMail[]
  /**
   * Waits for a mail and takes it out.
   * @throws {Error} where none comes within five seconds
   */
  take(to: string, subject: RegExp): Promise<ReceivedMail>
  /** Holds every mail back until the returned function is called. */
  stall(): () => void
  close(): Promise<void>
}

/**
 * Opens a mailbox.
 * @param options.tls whether it speaks TLS from the start, with a certificate that nobody knows
 * @param options.auth whom it lets in; anybody unless given
 */
export async function openMailbox(
  options: { tls?: boolean; auth?: { user: string; password: string } } = {},
): Promise<Mailbox> {
  const { tls = false, auth } = options
  const mails: ReceivedMail[] = []
  let stalled: Promise<void> | undefined
  const server = new SMTPServer({
    secure: tls,
    authOptional: auth === undefined,
    disabledCommands: tls ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === auth?.user && password === auth?.password) done(null, { user: username })
      else done(new Error('535 wrong user or password'))
    },
    onData: async (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      await stalled
      const raw = Buffer.concat(chunks).toString('utf8')
      const sender = envelope.mailFrom
      mails.push({
        ...readMail(raw),
        from: sender === false ? '' : sender.address,
        to: envelope.rcptTo.map((each) => each.address).join(', '),
      })
      done()
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const user = auth ? `${auth.user}:${encodeURIComponent(auth.password)}@` : ''
  return {
    url: tls
      ? `smtps://${user}127.0.0.1:${port}?tls.rejectUnauthorized=false`
      : `smtp://${user}127.0.0.1:${port}`,
    mails,
    take: async (to, subject) => {
      for (const end = performance.now() + 5_000; ; ) {
        const at = mails.findIndex((mail) => mail.to === to && subject.test(mail.subject))
        const [mail] = at < 0 ? [] : mails.splice(at, 1)
        if (mail) return mail
        if (performance.now() > end) throw new Error(`no mail ${subject} for ${to}`)
        await new Promise((resume) => setTimeout(resume, 20))
      }
    },
    stall: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      stalled = promise
      return () => {
        stalled = undefined
        resolve()
      }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** The path and token of the one link that sets a password in a mail. */
export function tokenIn(mail: Pick<ReceivedMail, 'text'>): string {
  const token = /\/reset-password\/([\w-]+)/.exec(mail.text)?.[1]
  if (!token) throw new Error('the mail holds no link')
  return token
}

/** The token of the link in a mail that confirms the address of a registration. */
export function confirmationIn(mail: Pick<ReceivedMail, 'text'>): string {
  const token = /\/confirm\/([\w-]+)/.exec(mail.text)?.[1]
  if (!token) throw new Error('the mail holds no link that confirms an address')
  return token
}

/** Reads a mail of two parts, as it is on the wire. */
export function readMail(raw: string): Omit<ReceivedMail, 'from' | 'to'> {
  const [head = '', body = ''] = halves(raw)
  const boundary = /boundary="?([^";\r\n]+)/.exec(unfold(head))?.[1]
  const parts = boundary ? body.split(`--${boundary}`) : []
  const decoded = (type: string) => {
    const [partHead = '', partBody = ''] = halves(
      parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '',
    )
    const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(partHead)?.[1] ?? '7bit'
    const plain = {
      base64: () => Buffer.from(partBody, 'base64').toString('utf8'),
      'quoted-printable': () => quotedPrintable(partBody),
    }[encoding]
    return (plain?.() ?? partBody).replaceAll('\r\n', '\n')
  }
  const subject = /^Subject: (.*)$/m.exec(unfold(head))?.[1]?.trim() ?? ''
  return { subject: words(subject), text: decoded('text/plain'), html: decoded('text/html'), raw }
}

function halves(text: string): [string, string] {
  const plain = text.replace(/^\r?\n/, '')
  const at = plain.search(/\r?\n\r?\n/)
  return at < 0 ? [plain, ''] : [plain.slice(0, at), plain.slice(at).trimStart()]
}

const unfold = (head: string) => head.replaceAll(/\r?\n[ \t]+/g, ' ')

const bytes = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const quotedPrintable = (text: string) => bytes(text.replaceAll(/=\r?\n/g, ''))

/** Words of a header outside ASCII. */
const words = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, how, word) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : bytes(word.replaceAll('_', ' ')),
    )
