import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSecrets, sameSecret } from './secrets.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'steward-secrets-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))
const open = (secretKey?: string) => openSecrets({ dataDir, secretKey })

test('the key file is made once, for its owner alone, also by many starts at once', async () => {
  const opened = await Promise.all(Array.from({ length: 8 }, () => open()))
  const macs = opened.map((secrets) => secrets.mac('x', 'y').toString('hex'))
  expect(new Set(macs).size).toBe(1)
  const path = join(dataDir, 'secret.key')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const key = await readFile(path, 'utf8')
  await open()
  expect(await readFile(path, 'utf8')).toBe(key)
})

test('a secret opens under its own context and key alone', async () => {
  const secrets = await open()
  const sealed = secrets.seal('JBSWY3DPEHPK3PXP', 'totp one')
  expect(sealed.toString('latin1')).not.toContain('JBSW')
  expect(secrets.seal('JBSWY3DPEHPK3PXP', 'totp one').equals(sealed)).toBe(false)
  expect(secrets.unseal(sealed, 'totp one')).toBe('JBSWY3DPEHPK3PXP')
  expect(() => secrets.unseal(sealed, 'totp two')).toThrow(/SECRET_KEY/)
  const other = await open('another key that is long enough to be one')
  expect(() => other.unseal(sealed, 'totp one')).toThrow(/SECRET_KEY/)
  sealed[20] = (sealed[20] ?? 0) ^ 1
  expect(() => secrets.unseal(sealed, 'totp one')).toThrow(/SECRET_KEY/)
  expect(sameSecret(secrets, 'a', 'a')).toBe(true)
  expect(sameSecret(secrets, 'a', 'ab')).toBe(false)
})

test('a key file that holds no key is a problem in words', async () => {
  await writeFile(join(dataDir, 'secret.key'), '\n')
  await expect(open()).rejects.toThrow(/secret\.key can't be used.*SECRET_KEY/)
})
