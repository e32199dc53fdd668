import { permission } from '@steward/contract/permissions/permissions'
import { type UserType, userSubmodule, userTypes } from '@steward/contract/users/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEvent } from '../../db/write/audit.ts'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { oneEngine } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'

interface Entry {
  _id: string
  action: string
  record: { _id: string; title: string } | null
  count: number
}

const mayRead = permission('System', 'Audit log', 'list')
const listing = (type: UserType) => permission('Users', userSubmodule[type], 'list')

describe.each(oneEngine)('whom the audit log tells of on %s', (engine) => {
  let app: TestApp
  let owner: string
  const readers = new Map<UserType, string>()
  beforeAll(async () => {
    app = await startTestApp(engine)
    owner = (await app.signIn('owner')).token
    for (const type of userTypes)
      readers.set(type, (await app.signIn([mayRead, listing(type)])).token)
  })
  afterAll(() => app.dispose())

  const read = async (query: object, token = owner) => {
    const { status, body } = await app.call('auditLog.list', {
      token,
      query: { limit: 100, ...query },
    })
    expect(status).toBe(200)
    mustFitContract('auditLog.list', body)
    return body.data as { entries: Entry[]; pagination: { total: number } }
  }
  /** What those who may list one type alone are told, by the type. */
  const toldTo = async (query: object) => {
    const told: Partial<Record<UserType, string[]>> = {}
    for (const [type, token] of readers) {
      const { entries, pagination } = await read(query, token)
      expect(pagination.total).toBe(entries.length)
      told[type] = entries.map(({ action }) => action)
    }
    return told
  }
  const person = async (type: UserType) => {
    const fields = { type, email: `${newId()}@example.com`, phone: '+49 30 12345' }
    const [id = ''] = await create(app.db, 'users', fields)
    return id
  }
  const change = async (id: string, patch: object) =>
    await write(app.db, { system: 'setup' }, async ({ lock, update }) => {
      await update('users', await lock('users', [id]), patch)
    })
  const none = { admin: [], business: [], member: [] }

  test('a batch that brings people of all types tells each reader of their own alone', async () => {
    const batch = newId()
    const rows = Array.from({ length: 9 }, (_, n) => ({
      id: newId(),
      name: `Brought ${n}`,
      email: `${newId()}@example.com`,
      phone: '+49 30 98765',
      type: userTypes[n % 3] as UserType,
      ...{ role_id: null, image: null, business_name: null, location: null, about: null },
      ...{ last_active_at: null, deleted_at: null },
    }))
    const actor = { system: 'import', batch } as const
    await write(app.db, actor, ({ insert }) => insert('users', rows))
    for (const { id, type, name } of rows.slice(0, 3)) {
      expect(await toldTo({ record: id })).toEqual({ ...none, [type]: ['create'] })
      const [line] = (await read({ record: id }, readers.get(type))).entries
      expect(line?.record).toEqual({ _id: id, title: name })
    }
    const everybody = rows.map(({ id }) => id)
    for (const [type, token] of readers) {
      const own = rows.filter((row) => row.type === type)
      for (const query of [{ batch }, { record: everybody, batch }]) {
        const { entries, pagination } = await read(query, token)
        expect(pagination.total).toBe(entries.length)
        const told = JSON.stringify(entries)
        for (const row of rows) {
          if (row.type !== type) expect(told).not.toContain(row.email)
        }
        expect(entries.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(own.length)
      }
    }
    expect((await read({ batch })).entries.reduce((sum, { count }) => sum + count, 0)).toBe(9)
  })

  test('who was deleted for good stays what they were', async () => {
    for (const type of userTypes) {
      const id = await person(type)
      await change(id, { name: 'Renamed' })
      await change(id, { deleted_at: '2026-01-01T00:00:00.000Z' })
      await write(app.db, { system: 'trash' }, async ({ lock, purge }) =>
        purge('users', await lock('users', [id])),
      )
      const all = ['purge', 'delete', 'update', 'create']
      expect(await toldTo({ record: id })).toEqual({ ...none, [type]: all })
    }
  })

  test('a change of the type needs both, and what came before or after it the type of then', async () => {
    const id = await person('member')
    await change(id, { name: 'Still a member' })
    await change(id, { type: 'admin' })
    await change(id, { name: 'An admin' })
    expect(await toldTo({ record: id })).toEqual({
      admin: ['update'],
      business: [],
      member: ['update', 'create'],
    })
    const both = await app.signIn([mayRead, listing('member'), listing('admin')])
    const { entries, pagination } = await read({ record: id }, both.token)
    expect([entries.length, pagination.total]).toEqual([4, 4])
  })

  test('what is about nobody in particular is told to those who may list all of whom it is', async () => {
    const detail = newId()
    const event = { action: 'export', area: 'users', detail } as const
    await auditEvent(app.db, { user: null }, event)
    await auditEvent(app.db, { user: null }, { ...event, personTypes: ['business'] })
    const shown = async (token: string) =>
      (await read({ action: 'export', area: 'users' }, token)).entries.length
    const before = { admin: 0, business: 1, member: 0 }
    for (const [type, token] of readers) expect(await shown(token)).toBe(before[type])
    expect(await shown(owner)).toBe(2)
  })

  test('counts exactly for each reader, before and after entries are sealed', async () => {
    const sealed = async () =>
      (
        await sql<{ all: boolean }>`
          select (select count(*) from audit_entries) = (select sum(n) from audit_counts) as all
        `.execute(app.db)
      ).rows[0]?.all
    const compare = async () => {
      for (const query of [{}, { area: 'users' }, { area: 'users', action: 'update' }]) {
        for (const token of readers.values()) {
          const { entries, pagination } = await read(query, token)
          expect(pagination.total).toBe(entries.length)
        }
      }
    }
    await compare()
    await expect.poll(sealed).toBe(true)
    await compare()
  })

  test('an undo of a batch takes back what one may see, and names nobody else', async () => {
    const batch = newId()
    const ids = { member: await person('member'), admin: await person('admin') }
    await write(app.db, { system: 'setup', batch } as never, async ({ lock, update }) => {
      await update('users', await lock('users', Object.values(ids)), { location: 'Izmir' })
    })
    const undo = permission('System', 'Audit log', 'undo')
    const by = await app.signIn([
      mayRead,
      undo,
      listing('member'),
      permission('Users', 'Members', 'update'),
    ])
    const answer = await app.call('auditLog.undo', { token: by.token, params: { id: batch } })
    expect(answer.status).toBe(200)
    expect(answer.body.data.entries.map(({ record }: Entry) => record?._id)).toEqual([ids.member])
    expect(JSON.stringify(answer.body)).not.toContain(ids.admin)
    const [of] = (await read({ record: ids.admin, batch })).entries
    const refused = await app.call('auditLog.undo', {
      token: by.token,
      params: { id: of?._id ?? '' },
    })
    expect(refused.status).toBe(404)
  })
})
