import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram, runProgram } from '../testing/programs.ts'

const analyze = findProgram('systemd-analyze')
const services = ['steward.service', 'steward-backup.service']
/** Of 10 points that `systemd-analyze security` gives to a service that is kept to nothing; in its tenths. */
const maxExposure = 15

const read = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8')

describe.runIf(analyze)('the units of systemd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-units-'))
  // A root of their own, in which the program is there that they start.
  beforeAll(() => {
    const node = join(folder, 'opt/steward/node_modules/.bin/node')
    mkdirSync(join(node, '..'), { recursive: true })
    writeFileSync(node, '', { mode: 0o755 })
    mkdirSync(join(folder, 'etc/systemd/system'), { recursive: true })
    for (const name of [...services, 'steward-backup.timer']) write(name, read(name))
    for (const target of ['multi-user', 'network-online', 'timers', 'sysinit', 'basic', 'shutdown'])
      write(`${target}.target`, '[Unit]\nDescription=A target\n')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const write = (name: string, text: string) =>
    writeFileSync(join(folder, 'etc/systemd/system', name), text)
  const verify = (name: string) =>
    runProgram(analyze ?? '', [
      'verify',
      '--man=no',
      '--recursive-errors=yes',
      `--root=${folder}`,
      name,
    ])

  test.each([...services, 'steward-backup.timer'])(
    '%s is read without a complaint',
    async (name) => {
      expect(await verify(name)).toBe('')
    },
  )

  test('a key that systemd does not know is found', async () => {
    write('wrong.service', read('steward.service').replace('ProtectHome', 'ProtectsHome'))
    await expect(
      verify('wrong.service').then((said) => Promise.reject(new Error(said))),
    ).rejects.toThrow('ProtectsHome')
  })

  test.each(services)('%s is kept to what it needs', async (name) => {
    const words = [
      'security',
      '--offline=yes',
      `--root=${folder}`,
      `--threshold=${maxExposure}`,
      '--no-pager',
      name,
    ]
    expect(await runProgram(analyze ?? '', words)).toMatch(/Overall exposure level/)
  })
})

test('a stop has its time, and both services are one account with the same protection', () => {
  const [server = '', backup = ''] = services.map(read)
  const maxStopSeconds = 8
  expect(Number(/TimeoutStopSec=(\d+)s/.exec(server)?.[1])).toBeGreaterThan(maxStopSeconds)
  const protection = (unit: string) =>
    unit
      .slice(unit.indexOf('DynamicUser'))
      .split('\n\n')[0]
      ?.split('\n')
      .filter((line) => !line.startsWith('StateDirectory='))
      .filter(Boolean)
  expect(protection(backup)).toEqual(protection(server))
})
