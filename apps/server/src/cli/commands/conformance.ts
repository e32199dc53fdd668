import { readFile } from 'node:fs/promises'
import { msg, t } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { forTerminal } from '../../environment-language.ts'
import { isLoopback } from '../../loopback.ts'
import { OperatorError } from '../../operator-error.ts'
import { defineCommand, readNumber, UsageError, type Values } from '../command.ts'
import { apiAddress, ownNames, readWebConfig } from '../conformance/config.ts'
import { conforms, plain } from '../conformance/findings.ts'
import { jsonReport, report } from '../conformance/report.ts'
import { checkServer, type Result } from '../conformance/run.ts'
import { NoSession } from '../conformance/sign-in.ts'
import { ask, canAsk, confirm, fromInput, stoppable, withoutEnd } from '../terminal.ts'

const options = {
  email: { type: 'string' },
  'password-file': { type: 'string' },
  'password-stdin': { type: 'boolean' },
  code: { type: 'string' },
  config: { type: 'string' },
  origin: { type: 'string' },
  timeout: { type: 'string' },
  write: { type: 'boolean' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Given = Values<typeof options>

const details = [
  [
    ['--email ADDRESS', msg('Who signs in; an account that may do everything shows the most')],
    [
      '--password-file FILE',
      msg('Their password; else STEWARD_PASSWORD, or --password-stdin, or it is asked for'),
    ],
    ['--code CODE', msg('Their second factor, where the server asks for one')],
    [
      '--config FILE',
      msg('The config.json of the web app, for a server that names things otherwise'),
    ],
    ['--write, --yes', msg('Make, change and delete records of its own, without being asked')],
    [
      '--origin ORIGIN',
      say('Where the web app is to stand ({example}): checks CORS too', {
        example: 'https://staff.example.com',
      }),
    ],
    ['--timeout SECONDS', msg('For each answer (10)')],
    ['--json', msg('The report for programs')],
  ],
  msg(
    'Walks any server by the calls of the specification and prints what it has, lacks or answers otherwise, and which screens of the web app work with it. Without --write a terminal is asked before anything is written; where there is none, it reads only. It deletes whatever it has made, and nothing else. The report is in English.',
  ),
  msg(
    'Exit code: 0 all that was tried is as the specification has it, 1 something is lacking or different, 2 wrong usage, 3 the server can’t be reached or signed in to.',
  ),
] as const

const maxBytes = 20 * 1024 * 1024

export const conformanceCommand = defineCommand({
  name: 'conformance',
  summary: msg('Check which calls and screens work with a server'),
  synopsis: 'https://host/api --email ADDRESS [options]',
  details,
  options,
  needs: msg('an address'),
  run: async (values, [typed = '']) => {
    const base = apiAddress(typed)
    const { email } = values
    if (!email)
      throw new UsageError(say('{command} needs --email.', { command: 'steward conformance' }))
    const timeout = readNumber('timeout', values.timeout, 600) ?? 10
    if (timeout === 0) throw new UsageError(msg('--timeout takes a whole number from 1.'))
    const origin = values.origin === undefined ? undefined : originOf(values.origin)
    const config = values.config === undefined ? ownNames : await readWebConfig(values.config)
    warnOfClearText(base)
    const password = await passwordOf(values)
    const writes = await mayWrite(values, base)
    try {
      const result = await stoppable(t('Stopping and deleting the test records'), (stop) =>
        checkServer({
          base,
          credentials: { email, password, code: () => codeOf(values) },
          config,
          writes,
          origin,
          bounds: { timeout: timeout * 1000, maxBytes },
          stop,
          onStep: (step) => process.stderr.write(`${t('Checking: {step} …', { step })}\n`),
        }),
      )
      process.stdout.write(values.json ? `${jsonReport(result)}\n` : report(result))
      return exitCode(result)
    } catch (error) {
      if (!(error instanceof NoSession)) throw error
      process.stderr.write(`${plain(forTerminal(error.said), [password])}\n`)
      return 3
    }
  },
})

const exitCode = ({ findings, interrupted, left }: Result): number => {
  if (interrupted) return 130
  return conforms(findings) && left.length === 0 ? 0 : 1
}

function originOf(typed: string): string {
  const origin = URL.canParse(typed) ? new URL(typed).origin : 'null'
  if (origin === 'null')
    throw new UsageError(say('--origin takes an origin, not "{typed}".', { typed }))
  return origin
}

function warnOfClearText(base: string): void {
  const { protocol, hostname } = new URL(base)
  if (protocol === 'https:' || isLoopback(hostname)) return
  process.stderr.write(
    `${t('This address is not https. The password will be sent unencrypted.')}\n`,
  )
}

/** Reads the password, never from arguments, which everybody on the machine can read. */
async function passwordOf(values: Given): Promise<string> {
  const line = (from: string, given: string) => {
    const password = withoutEnd(given)
    if (password === '' || password.includes('\n')) {
      throw new OperatorError(say('The password of {from} must be a single line.', { from }))
    }
    return password
  }
  const file = values['password-file']
  if (file !== undefined) {
    const given = await readFile(file, 'utf8').catch((error: Error) => {
      throw new OperatorError(
        say("{file} can't be read: {message}.", { file, message: error.message }),
      )
    })
    return line(file, given)
  }
  if (values['password-stdin']) return line(t('standard input'), await fromInput())
  const given = process.env['STEWARD_PASSWORD']
  if (given) return line('STEWARD_PASSWORD', given)
  if (!canAsk()) {
    throw new UsageError(
      msg('No password given. Use --password-file, --password-stdin or STEWARD_PASSWORD.'),
    )
  }
  return line(t('the terminal'), await ask(`${t('Password:')} `, { hidden: true }))
}

async function codeOf({ code }: Given): Promise<string | null> {
  if (code !== undefined) return code
  return canAsk() ? (await ask(`${t('Code of the second factor:')} `)).trim() || null : null
}

async function mayWrite({ write, yes }: Given, base: string): Promise<boolean> {
  if (write || yes) return true
  if (!canAsk()) {
    process.stderr.write(
      `${t('Read-only check: no terminal to ask for confirmation, and no --write.')}\n`,
    )
    return false
  }
  const what = t('This creates, changes and deletes its own test records on {base}.', { base })
  if (await confirm(what)) return true
  process.stderr.write(`${t('Read-only check.')}\n`)
  return false
}
