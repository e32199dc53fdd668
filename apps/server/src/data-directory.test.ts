import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { secureDataDirectory } from './data-directory.ts'
import { openConnection } from './db/connection/connection.ts'
import { folderStorage } from './storage/folder.ts'
import { openTestDatabase } from './testing/database.ts'
import { uploadedFiles } from './uploads/uploaded-files.ts'

/** The modes of everything below a directory that is loose, by path. */
async function looseBelow(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) {
    const there = await lstat(join(folder, name))
    // Whoever may search the directory of a socket may use it, but that is 0700.
    if (there.isSocket()) continue
    if (there.mode & 0o077) found.push(`${name} ${(there.mode & 0o777).toString(8)}`)
  }
  return found
}

describe.skipIf(process.platform === 'win32')('the data directory', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-data-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const mode = async (name: string) => (await stat(join(folder, name))).mode & 0o777

  test('class: data files that other accounts of the machine can read', async () => {
    const database = await openTestDatabase('embedded')
    const { dataDir } = database.config
    await database.connection.close()
    // As an earlier version left them.
    await uploadedFiles(folderStorage(dataDir)).save(new Uint8Array(1), 'png')
    const names = await readdir(dataDir, { recursive: true })
    for (const name of names) {
      const path = join(dataDir, name)
      await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o666)
    }
    await chmod(dataDir, 0o755)

    let told: object | undefined
    database.connection = await openConnection(database.config, {
      onLoose: (secured) => {
        told = secured
      },
    })
    expect(told).toEqual({ tightened: names.length + 1, loose: 0 })
    const { db } = database.connection
    await sql`create table made_later as select generate_series(1, 5000) as n`.execute(db)
    await sql`checkpoint`.execute(db)
    await uploadedFiles(folderStorage(dataDir)).save(new Uint8Array(1), 'png')
    expect(await looseBelow(dataDir)).toEqual([])
    await database.connection.close()
    expect(await looseBelow(dataDir)).toEqual([])

    expect(await secureDataDirectory(dataDir)).toEqual({ tightened: 0, loose: 0 })
    await database.dispose()
  })

  test('is made for its owner alone', async () => {
    await secureDataDirectory(join(folder, 'a', 'b'))
    expect([await mode('a'), await mode('a/b')]).toEqual([0o700, 0o700])
  })

  test('follows no link', async () => {
    await mkdir(join(folder, 'elsewhere'), { mode: 0o755 })
    await writeFile(join(folder, 'elsewhere', 'file'), '')
    await chmod(join(folder, 'elsewhere', 'file'), 0o644)
    const data = join(folder, 'data')
    await mkdir(join(data, 'outbox'), { recursive: true })
    await chmod(data, 0o777)
    await symlink(join(folder, 'elsewhere'), join(data, 'uploads'))
    await symlink(join(folder, 'elsewhere', 'file'), join(data, 'outbox', 'file'))
    await secureDataDirectory(data)
    expect(await mode('data')).toBe(0o700)
    expect([await mode('elsewhere'), await mode('elsewhere/file')]).toEqual([0o755, 0o644])
  })

  test('class: a home directory given as DATA_DIR keeps what is not Steward’s', async () => {
    for (const name of ['run', 'uploads', 'Documents', 'database']) {
      await mkdir(join(folder, name))
      await chmod(join(folder, name), 0o755)
      await writeFile(join(folder, name, 'file'), '')
      await chmod(join(folder, name, 'file'), 0o644)
    }
    await chmod(folder, 0o755)
    expect(await secureDataDirectory(folder)).toEqual({ tightened: 0, loose: 0 })
    for (const name of ['.', 'run', 'uploads', 'Documents', 'database']) {
      expect([name, await mode(name)]).toEqual([name, 0o755])
    }
    await writeFile(join(folder, 'database', 'PG_VERSION'), '17\n')
    expect((await secureDataDirectory(folder)).tightened).toBe(3)
    expect([await mode('.'), await mode('database'), await mode('database/file')]).toEqual([
      0o755, 0o700, 0o600,
    ])
    expect(await mode('uploads')).toBe(0o755)

    await chmod(folder, 0o777)
    await expect(secureDataDirectory(folder)).rejects.toThrow(
      /holds other things than Steward's, and everybody on this machine can write into it/,
    )
  })
})
