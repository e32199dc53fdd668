import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../testing/command-line.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'

const script = fileURLToPath(new URL('../../../../../docs/verify-audit-log.mjs', import.meta.url))

describe.each(oneEngine)('steward audit on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    await create(database.connection.db, 'bills', { title: 'Exported 😀' }, { title: 'Other' })
  })
  afterAll(() => database.dispose())
  const audit = (...args: string[]) => runCommand(database.config, ['audit', ...args])

  test('exports what the script of the documentation verifies, with what is not sealed yet', async () => {
    const { code, out } = await audit('export')
    expect(code).toBe(0)
    expect(out).toContain('Exported 😀')
    const file = join(database.config.dataDir, 'audit.jsonl')
    await writeFile(file, out)
    const verified = spawnSync(process.execPath, [script, file], { encoding: 'utf8' })
    expect(verified.stdout).toMatch(/^Intact\n2 entries in 1 seals. Head: [0-9a-f]{64}\n$/)
    expect(verified.status).toBe(0)
    const head = /[0-9a-f]{64}/.exec(verified.stdout)?.[0] ?? ''
    expect((await audit('verify', '--expect', head)).code).toBe(0)
  })

  test('says how it is called', async () => {
    expect(await audit('look')).toMatchObject({
      code: 2,
      err: expect.stringContaining('steward audit'),
    })
    expect((await audit('export', 'more')).code).toBe(2)
  })
})
