import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { extract, pack } from 'tar-stream'
import { tablesLeftOut } from '../backup/format.ts'
import { type Restored, type RestoreOptions, restoreBackup } from '../backup/restore.ts'
import {
  type Backup,
  type BackupOptions,
  openSnapshot,
  writeBackup,
} from '../backup/write-backup.ts'
import type { Db } from '../db/connection/connection.ts'
import { readTables } from '../db/copy-tables/catalogue.ts'
import type { TestDatabase } from './database.ts'

/** A folder for backups, which goes with the test. */
export async function backupFolder(): Promise<{
  path(name: string): string
  remove(): Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-backup-'))
  return {
    path: (name) => join(folder, name),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Backs a database up into a file, as the command does. */
export async function backUp(
  { config }: Pick<TestDatabase, 'config'>,
  path: string,
  options: Partial<BackupOptions> = {},
): Promise<Backup> {
  const signal = options.signal ?? new AbortController().signal
  const snapshot = await openSnapshot(config, signal)
  try {
    const all = { uploads: true, secretKey: true, ...options, signal }
    return await writeBackup(snapshot, config, createWriteStream(path, { mode: 0o600 }), all)
  } finally {
    await snapshot.close()
  }
}

/** Restores a file into the database of a test, and compares it. */
export const restoreFrom = (
  path: string,
  { connection, config }: TestDatabase,
  options: Partial<RestoreOptions> = {},
): Promise<Restored> =>
  restoreBackup(
    connection,
    config,
    { input: createReadStream(path), name: 'FILE' },
    {
      replace: false,
      verify: true,
      uploads: true,
      secretKey: true,
      signal: new AbortController().signal,
      ...options,
    },
  )

/** Every row of every table that a backup holds, generated columns too, as sorted JSON. */
export async function readAll(db: Db): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const { name } of await readTables(db)) {
    if (tablesLeftOut.has(name)) continue
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} as t`.execute(db)
    all[name] = rows.map(({ row }) => row).sort()
  }
  return all
}

/** What the schema consists of: columns, constraints, indexes, triggers, sequences and routines. */
export async function readSchema(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s.%s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod),
      attnotnull, coalesce(pg_get_expr(adbin, adrelid), '')) as line
    from pg_attribute join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    union all
    select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select format('%s %s', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all
    select format('%s %s', relkind, relname) from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'S', 'v')
    union all
    select proname || prosrc from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}

/** An entry of an archive, to be looked at and changed. */
export interface TestEntry {
  name: string
  content: Buffer
}

/** Takes an archive apart. */
export async function unpack(bytes: Buffer): Promise<TestEntry[]> {
  const archive = extract()
  const found: TestEntry[] = []
  Readable.from([gunzipSync(bytes)]).pipe(archive as unknown as NodeJS.WritableStream)
  for await (const entry of archive) {
    found.push({ name: entry.header.name, content: await buffer(entry as AsyncIterable<Buffer>) })
  }
  return found
}

/** Puts one together. */
export async function repack(entries: readonly TestEntry[]): Promise<Buffer> {
  const archive = pack()
  for (const { name, content } of entries) archive.entry({ name }, content)
  archive.finalize()
  return gzipSync(await buffer(archive as AsyncIterable<Buffer>))
}

/** The names of the files in a folder, and whether each is for its owner alone. */
export async function listFiles(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    found[name] = ((await stat(join(folder, name))).mode & 0o777).toString(8)
  }
  return found
}
