import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuildCounters } from '../../db/counts/verify.ts'
import { newId } from '../../ids.ts'
import { folderStorage } from '../../storage/folder.ts'
import { backUp, backupFolder, restoreFrom } from '../../testing/backups.ts'
import { engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { eraseAgain } from './erase-again.ts'
import { erasedIds, noteErased } from './erased-files.ts'
import { noteErasure } from './erased-people.store.ts'
import { eraseWhole } from './erasure.work.ts'
import { readIdentifiers } from './identifiers.store.ts'

const name = 'Wilhelmina Ødegård'
const email = 'wilhelmina@harbour.example'

describe.each(engines)('erased people and backups on %s', (engine) => {
  let folder: Awaited<ReturnType<typeof backupFolder>>
  const opened: TestDatabase[] = []
  const open = async () => {
    const database = await openTestDatabase(engine)
    opened.push(database)
    return database
  }
  beforeAll(async () => {
    folder = await backupFolder()
  })
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.dispose()))
    await folder.remove()
  })
  const contextOf = ({ connection: { db }, config: { dataDir } }: TestDatabase) => ({
    db,
    dataDir,
    storage: folderStorage(dataDir),
  })
  const makePerson = async ({ connection: { db } }: TestDatabase) => {
    const [id = ''] = await create(db, 'users', { name, email })
    await create(db, 'posts', { author_id: id, text: `Yours, ${name}` })
    await create(db, 'bills', { payer_id: id, payer_name: name })
    return id
  }
  const erase = async (database: TestDatabase, id: string) => {
    const context = contextOf(database)
    const identifiers = await readIdentifiers(context.db, id)
    await noteErasure(context.db, id, { user: null, job: null }, 'delete', identifiers)
    await eraseWhole(context, id)
  }
  const leftOf = async ({ connection: { db } }: TestDatabase) => {
    const { rows } = await sql<{ text: string }>`
      select name as text from users union all select email from users union all select text from posts
      union all select payer_name from bills`.execute(db)
    return rows.map(({ text }) => text).filter((text) => text?.includes(name) || text === email)
  }

  test('a backup from before an erasure is restored without the person', async () => {
    const database = await open()
    const id = await makePerson(database)
    const path = folder.path(`${engine}-before.tar.gz`)
    await backUp(database, path)
    await erase(database, id)
    expect(await leftOf(database)).toEqual([])
    const restored = await restoreFrom(path, database, { replace: true })
    expect(restored.erasedAgain).toBe(1)
    expect(await leftOf(database)).toEqual([])
    const { rows } = await sql<{ content: string; identifiers: unknown }>`
      select content, identifiers from erased_people where finished_at is not null`.execute(
      database.connection.db,
    )
    // The choice came with the file; what was looked for is forgotten.
    expect(rows).toEqual([{ content: 'delete', identifiers: null }])
  }, 120_000)

  test('a backup from after an erasure brings its list to another machine', async () => {
    const database = await open()
    const id = await makePerson(database)
    await erase(database, id)
    const path = folder.path(`${engine}-after.tar.gz`)
    await backUp(database, path, { uploads: false })
    const other = await open()
    const restored = await restoreFrom(path, other)
    expect(restored.erasedAgain).toBe(0)
    expect(await erasedIds(folderStorage(other.config.dataDir))).toEqual([id])
  }, 120_000)

  test('a server that starts on an older database erases them, once', async () => {
    const database = await open()
    const id = await makePerson(database)
    const context = contextOf(database)
    await noteErased(context.storage, { id, content: 'keep', erasedAt: new Date().toISOString() })
    expect(await eraseAgain(context)).toBe(1)
    expect(await leftOf(database)).toEqual([])
    expect(await eraseAgain(context)).toBe(0)
  })

  test('one that was killed goes on with what it looked for, though the person is gone by then', async () => {
    const database = await open()
    const id = await makePerson(database)
    const context = contextOf(database)
    const { db } = context
    await noteErased(context.storage, { id, content: 'keep', erasedAt: new Date().toISOString() })
    const by = { user: null, job: null }
    await noteErasure(db, id, by, 'keep', await readIdentifiers(db, id))
    await sql`update erased_people set step = 'audit log' where id = ${id}`.execute(db)
    await sql`delete from users where id = ${id}`.execute(db)
    await sql`delete from audit_entries where record_id = ${id}`.execute(db)
    await rebuildCounters(db)
    await sql`update bills set payer_name = 'Erased person'`.execute(db)
    await sql`
      insert into audit_entries (through, action, area, detail) values ('api', 'export', 'bills', ${`Of ${name}, ${email}`})`.execute(
      db,
    )
    await eraseAgain(context)
    const { rows } = await sql`
      select detail from audit_entries where detail ~ ${name} or detail ~ ${email}`.execute(db)
    expect(rows).toEqual([])
  })

  test('a server that starts ends the erasures whose job is gone', async () => {
    const database = await open()
    const id = await makePerson(database)
    const context = contextOf(database)
    const by = { user: newId(), job: newId() }
    await noteErasure(context.db, id, by, 'keep', await readIdentifiers(context.db, id))
    expect(await eraseAgain(context)).toBe(1)
    expect(await leftOf(database)).toEqual([])
    expect(await eraseAgain(context)).toBe(0)
  })

  test('begun anew, it looks for what it looked for before, whose rows are gone by then', async () => {
    const database = await open()
    const { db } = database.connection
    const id = await makePerson(database)
    const [image, ip, account] = [
      '/uploads/face.webp',
      '203.0.113.77',
      'old.account@harbour.example',
    ]
    await sql`update users set image = ${image} where id = ${id}`.execute(db)
    await sql`insert into sign_ins (session_id, user_id, at, ip) values (${newId()}, ${id}, now(), ${ip})`.execute(
      db,
    )
    const by = { user: null, job: null }
    const found = await readIdentifiers(db, id)
    await noteErasure(db, id, by, 'keep', { ...found, addresses: [...found.addresses, account] })
    await sql`delete from sign_ins where user_id = ${id}`.execute(db)
    await sql`update users set name = 'Erased person', email = null, image = null where id = ${id}`.execute(
      db,
    )
    await sql`update bills set payer_name = 'Erased person' where payer_id = ${id}`.execute(db)
    // Somebody who came meanwhile has the name, too.
    await create(db, 'users', { name })
    expect(await readIdentifiers(db, id)).toEqual({
      names: [name],
      addresses: expect.arrayContaining([email, account]),
      networks: [ip],
      pictures: [image],
      isOnlyOne: false,
    })
  })

  test('erasing once more changes nothing, and takes “Erased person” for nobody’s name', async () => {
    const database = await open()
    const { db } = database.connection
    const id = await makePerson(database)
    await erase(database, id)
    const [other = ''] = await create(db, 'posts', { text: 'An Erased person was here' })
    const rows = async () =>
      (
        await sql`select (select text from posts where id = ${other}) as text,
          (select payer_name from bills where payer_id = ${id}) as payer,
          (select count(*) from audit_entries) as entries`.execute(db)
      ).rows
    const before = await rows()
    expect(before).toMatchObject([{ text: 'An Erased person was here', payer: 'Erased person' }])
    await erase(database, id)
    expect(await rows()).toEqual(before)
  })

  test('a file that can’t be read counts all the same', async () => {
    const database = await open()
    const id = await makePerson(database)
    const context = contextOf(database)
    await context.storage.save(`erased/${id}.json`, Buffer.from('{"id"'))
    expect(await eraseAgain(context)).toBe(1)
    expect(await leftOf(database)).toEqual([])
  })
})
