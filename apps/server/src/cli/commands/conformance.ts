import { readFile } from 'node:fs/promises'
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

const details = `Options:
  --email ADDRESS       Who signs in; an account that may do everything shows the most
  --password-file FILE  Their password; else STEWARD_PASSWORD, or --password-stdin, or it is asked for
  --code CODE           Their second factor, where the server asks for one
  --config FILE         The config.json of the web app, for a server that names things otherwise
  --write, --yes        Make, change and delete records of its own, without being asked
  --origin ORIGIN       Where the web app is to stand (https://staff.example.com): checks CORS too
  --timeout SECONDS     For each answer (10)
  --json                The report for programs

Walks any server by the calls of the specification and prints what it has, lacks or answers otherwise,
and which screens of the web app work with it. Without --write a terminal is asked before anything is
written; where there is none, it reads only. It deletes whatever it has made, and nothing else.

Exit code: 0 all that was tried is as the specification has it, 1 something is lacking or different,
2 wrong usage, 3 the server can't be reached or signed in to.`

const maxBytes = 20 * 1024 * 1024

export const conformanceCommand = defineCommand({
  name: 'conformance',
  summary: 'Check which calls and screens work with a server',
  synopsis: 'https://host/api --email ADDRESS [options]',
  details,
  options,
  needs: 'an address',
  run: async (values, [typed = '']) => {
    const base = apiAddress(typed)
    const { email } = values
    if (!email) throw new UsageError('steward conformance needs --email.')
    const timeout = readNumber('timeout', values.timeout, 600) ?? 10
    if (timeout === 0) throw new UsageError('--timeout takes a whole number from 1.')
    const origin = values.origin === undefined ? undefined : originOf(values.origin)
    const config = values.config === undefined ? ownNames : await readWebConfig(values.config)
    warnOfClearText(base)
    const password = await passwordOf(values)
    const writes = await mayWrite(values, base)
    try {
      const result = await stoppable('Stopping and deleting the test records', (stop) =>
        checkServer({
          base,
          credentials: { email, password, code: () => codeOf(values) },
          config,
          writes,
          origin,
          bounds: { timeout: timeout * 1000, maxBytes },
          stop,
          onStep: (step) => process.stderr.write(`Checking: ${step} …\n`),
        }),
      )
      process.stdout.write(values.json ? `${jsonReport(result)}\n` : report(result))
      return exitCode(result)
    } catch (error) {
      if (!(error instanceof NoSession)) throw error
      process.stderr.write(`${plain(error.message, [password])}\n`)
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
  if (origin === 'null') throw new UsageError(`--origin takes an origin, not "${typed}".`)
  return origin
}

function warnOfClearText(base: string): void {
  const { protocol, hostname } = new URL(base)
  if (protocol === 'https:' || isLoopback(hostname)) return
  process.stderr.write('This address is not https. The password will be sent unencrypted.\n')
}

/** Reads the password, never from arguments, which everybody on the machine can read. */
async function passwordOf(values: Given): Promise<string> {
  const line = (from: string, given: string) => {
    const password = withoutEnd(given)
    if (password === '' || password.includes('\n')) {
      throw new OperatorError(`The password of ${from} must be a single line.`)
    }
    return password
  }
  const file = values['password-file']
  if (file !== undefined) {
    const given = await readFile(file, 'utf8').catch((error: Error) => {
      throw new OperatorError(`${file} can't be read: ${error.message}.`)
    })
    return line(file, given)
  }
  if (values['password-stdin']) return line('standard input', await fromInput())
  const given = process.env['STEWARD_PASSWORD']
  if (given) return line('STEWARD_PASSWORD', given)
  if (!canAsk()) {
    throw new UsageError(
      'No password given. Use --password-file, --password-stdin or STEWARD_PASSWORD.',
    )
  }
  return line('the terminal', await ask('Password: ', { hidden: true }))
}

async function codeOf({ code }: Given): Promise<string | null> {
  if (code !== undefined) return code
  return canAsk() ? (await ask('Code of the second factor: ')).trim() || null : null
}

async function mayWrite({ write, yes }: Given, base: string): Promise<boolean> {
  if (write || yes) return true
  if (!canAsk()) {
    process.stderr.write('Read-only check: no terminal to ask for confirmation, and no --write.\n')
    return false
  }
  const what = `This creates, changes and deletes its own test records on ${base}.`
  if (await confirm(what)) return true
  process.stderr.write('Read-only check.\n')
  return false
}
