import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type SpecOnlyServer,
  specOnlyPassword,
  startSpecOnlyServer,
} from '../../testing/spec-only-server.ts'
import { UsageError } from '../command.ts'
import { conformanceCommand } from './conformance.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

describe('steward conformance', () => {
  let server: SpecOnlyServer
  let folder: string
  beforeAll(async () => {
    server = await startSpecOnlyServer()
    folder = await mkdtemp(join(tmpdir(), 'steward-conformance-'))
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  const run = (url: string, words: string[] = [], password = specOnlyPassword) =>
    new Promise<{ code: number; out: string; err: string }>((done) => {
      const all = ['conformance', url, '--email', 'ada@example.com', ...words]
      const env = { ...process.env, STEWARD_PASSWORD: password }
      const child = execFile(process.execPath, [main, ...all], { env }, (_, out, err) =>
        done({ code: child.exitCode ?? -1, out, err }),
      )
      child.stdin?.end()
    })

  test('reads only where nobody can be asked, and says so', async () => {
    server.taken.length = 0
    const { code, out, err } = await run(server.url)
    expect(err).toContain('Read-only check: no terminal to ask for confirmation, and no --write.\n')
    expect(out).toContain(`Conformance of ${server.url}/api\n(reads only)\n`)
    expect(code).toBe(0)
    expect(server.taken).not.toContain('POST admin/role/create/role')
    expect(out + err).not.toContain(specOnlyPassword)
  })

  test.each(['--write', '--yes'])('writes with %s, and reports to programs', async (consent) => {
    const { code, out } = await run(`${server.url}/api/`, [consent, '--json'])
    expect(code).toBe(0)
    const found = JSON.parse(out)
    expect(found).toMatchObject({ address: `${server.url}/api`, conforms: true, writes: true })
    expect(found.counts).toEqual({
      has: 35,
      lacks: 0,
      differs: 0,
      'not offered': 0,
      'not tried': 5,
    })
    expect(found.calls).toContainEqual({
      name: 'bills.delete',
      method: 'DELETE',
      path: 'admin/bills/{id}',
      verdict: 'not tried',
      usable: false,
      words: ['the specification has no call that makes one'],
    })
    expect(found.left).toEqual([])
  })

  test('ends with 1 where something is lacking, with 3 where there is no session', async () => {
    const poor = await startSpecOnlyServer({
      'GET admin/tasks': (_, response) => response.writeHead(404).end(),
    })
    expect(await run(poor.url)).toMatchObject({
      code: 1,
      out: expect.stringContaining(
        '  ✗ lacks        GET admin/tasks\n                 status 404\n',
      ),
    })
    expect(await run(poor.url, [], 'wrong')).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining(`Signing in at ${poor.url}/api failed: status 401: Wrong.\n`),
    })
    await poor.close()
    const gone = await run(poor.url)
    expect(gone).toMatchObject({ code: 3, err: expect.stringContaining('gives no answer: ') })
  })

  test('takes the password from a file, as a single line', async () => {
    const file = join(folder, 'password')
    await writeFile(file, `${specOnlyPassword}\n`)
    expect(await run(server.url, ['--password-file', file], '')).toMatchObject({ code: 0 })
    await writeFile(file, 'two\nlines\n')
    expect(await run(server.url, ['--password-file', file], '')).toMatchObject({
      code: 1,
      err: `The password of ${file} must be a single line.\n`,
    })
    expect(await run(server.url, [], '')).toMatchObject({ code: 2 })
  })

  test('says what it takes', async () => {
    const email = ['--email', 'ada@example.com']
    for (const words of [
      email,
      ['https://host'],
      ['host', ...email],
      ['ftp://host', ...email],
      ['https://host/api?x=1', ...email],
      ['https://ada:secret@host', ...email],
      ['https://host', 'more', ...email],
      ['https://host', ...email, '--timeout', '0'],
      ['https://host', ...email, '--origin', 'here'],
      ['https://host', ...email, '--password', 'secret'],
    ]) {
      await expect(conformanceCommand.run(words), words.join(' ')).rejects.toThrow(UsageError)
    }
  })
})
