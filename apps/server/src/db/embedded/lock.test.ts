import { chmod, lstat, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OperatorError } from '../../operator-error.ts'
import { socketDirectory } from './lock.ts'

describe.skipIf(process.platform === 'win32')('the directory of the sockets', () => {
  let folder: string
  let dataDir: string
  let fallback: string
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'steward-socket-')))
    // Longer than a socket's path may be.
    dataDir = join(folder, 'd'.repeat(100))
    await mkdir(dataDir)
    fallback = await socketDirectory(dataDir)
    await rm(fallback, { recursive: true })
  })
  afterEach(async () => {
    await rm(fallback, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  })

  test('stands in the temporary directory where the path is too long, for its owner alone', async () => {
    expect(await socketDirectory(dataDir)).toBe(fallback)
    expect(fallback.startsWith(tmpdir())).toBe(true)
    expect((await lstat(fallback)).mode & 0o777).toBe(0o700)
    expect(await socketDirectory(dataDir)).toBe(fallback)
  })

  test('class: a predictable name in the temporary directory, taken by somebody else', async () => {
    const elsewhere = join(folder, 'elsewhere')
    await mkdir(elsewhere, { mode: 0o700 })
    const taken: (() => Promise<unknown>)[] = [
      () => symlink(elsewhere, fallback),
      () => writeFile(fallback, '', { mode: 0o700 }),
      () => mkdir(fallback).then(() => chmod(fallback, 0o777)),
      () => mkdir(fallback).then(() => chmod(fallback, 0o750)),
    ]
    for (const take of taken) {
      await take()
      const found = socketDirectory(dataDir)
      await expect(found).rejects.toThrow(OperatorError)
      await expect(found).rejects.toThrow(`${fallback} is not a directory of this account`)
      await rm(fallback, { recursive: true })
    }
  })
})
