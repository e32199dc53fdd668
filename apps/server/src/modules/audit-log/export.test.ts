import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../db/connection/connection.ts'
import { auditEvent } from '../../db/write/audit.ts'
import { write } from '../../db/write/write.ts'
import { newId } from '../../ids.ts'
import { verifiedByScript } from '../../testing/audit-script.ts'
import { engines, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create } from '../../testing/factories.ts'
import { eraseFromEntries } from './erase.store.ts'
import { exportAuditLog } from './export.store.ts'
import { sealEntries } from './seals.store.ts'
import { verifyAuditLog } from './verify.ts'

describe.each(engines)('the script that verifies an exported audit log, on %s', (engine) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    db = database.connection.db
  })
  afterAll(() => database.dispose())
  beforeEach(async () => {
    await run(`
      truncate audit_entries, audit_batch_records, audit_seals, audit_counts restart identity;
      update audit_sealing set settled = 0, above = '{}', candidate = 0, writers = '{}';
    `)
    await fill()
  })

  const run = (statement: string) => sql.raw(statement).execute(db)
  let person = ''

  /** Three seals with values that are easily written in another way; entry 1 is about a person, entry 7 the last. */
  const fill = async () => {
    ;[person = ''] = await create(db, 'users', {
      type: 'member',
      name: 'Ana "Anka" O’Neil\\ 😀',
      email: `${newId()}@example.com`,
    })
    await sealEntries(db, 100)
    const odd = {
      price: 0,
      'Ключ\n"b"': ['\u2028', '\u0001', 'é', '😀', '\\u0041'],
      empty: {},
      none: null,
      long: 'x'.repeat(5_000),
    }
    await auditEvent(
      db,
      { user: null, via: { key: { _id: newId(), name: 'Key 😀' } } },
      {
        action: 'update',
        area: 'words',
        before: odd,
        after: { ...odd, price: 1 },
        detail: 'Two\nlines\u2029',
      },
    )
    await sql`
      insert into audit_entries (at, through, action, area, before, state)
      values ('2026-01-01T00:00:00.123Z', 'api', 'update', 'bills',
        '{"amount": 0.10, "big": 123456789012345678901234567890.50, "small": 1e-30, "n": 1E+5}', '{"amount": -0.0}')`.execute(
      db,
    )
    const rows = [0, 1, 2].map((n) => ({
      id: newId(),
      name: `Role ${n} 😀 ${newId()}`,
      permissions: [],
    }))
    const nothing = { description: null, image: null, status_before_deletion: null }
    await write(db, { system: 'seed', batch: newId() }, ({ insert }) =>
      insert(
        'roles',
        rows.map((row) => ({ ...row, ...nothing })),
      ),
    )
    await sealEntries(db, 100)
    for (const detail of ['Five', 'Six', 'Seven'])
      await auditEvent(db, { user: null }, { action: 'export', area: 'bills', detail })
    await sealEntries(db, 100)
  }

  const erase = () =>
    db
      .transaction()
      .execute((tx) =>
        eraseFromEntries(
          tx,
          { system: 'setup' },
          { person, names: ['Ana "Anka" O’Neil\\ 😀', 'Role 1'], addresses: [], content: true },
          0,
        ),
      )

  const exported = async () => {
    const lines: string[] = []
    for await (const line of exportAuditLog(db)) lines.push(line)
    return lines
  }

  const verified = (lines: readonly string[], head?: string) =>
    verifiedByScript(lines, database.config.dataDir, head)
  /** What the script and `steward audit verify` say of the log as it is. */
  const bothSay = async () => [
    await verified(await exported()),
    (await verifyAuditLog(db)).findings.map(String),
  ]
  const headNow = async () => (await verifyAuditLog(db)).head

  test('accepts it', async () => {
    const lines = await exported()
    expect(lines).toHaveLength(3 + 7)
    expect(await verified(lines, await headNow())).toEqual([])
    expect(await bothSay()).toEqual([[], []])
  })

  test('accepts it after an erasure, which is told in an entry', async () => {
    const head = await headNow()
    expect(await erase()).toMatchObject({ entries: 2 })
    await sealEntries(db, 100)
    const lines = await exported()
    expect(lines.join('')).not.toMatch(/Anka|Role 1/)
    expect(lines.join('')).toMatch(/Role 2/)
    expect(await verified(lines, head)).toEqual([])
    expect(await bothSay()).toEqual([[], []])
    // Again, of what is left of entries that have lost values already.
    await db
      .transaction()
      .execute((tx) =>
        eraseFromEntries(
          tx,
          { system: 'setup' },
          { person: newId(), names: ['Role 2', 'member'], addresses: [], content: false },
          0,
        ),
      )
    await sealEntries(db, 100)
    expect((await exported()).join('')).not.toMatch(/Role 2/)
    expect(await bothSay()).toEqual([[], []])
  })

  test.each([
    ['changed', `update audit_entries set detail = 'x' where id = 6`],
    [
      'changed in JSON',
      `update audit_entries set before = jsonb_set(before, '{amount}', '0.1') where id = 3`,
    ],
    ['put in', `update audit_entries set title = 'x' where id = 6`],
    [
      'changed that is never erased',
      `update audit_entries set actor_id = gen_random_uuid() where id = 6`,
    ],
    ['taken away', `update audit_entries set detail = null where id = 6`],
    ['taken away with its part', `update audit_entries set before = null where id = 3`],
    [
      'changed in a row of a batch',
      `update audit_entries set records = replace(records::text, 'Role 2', 'Role 9')::json where id = 4`,
    ],
    [
      'taken away from a row of a batch',
      `update audit_entries set records = json_build_array(records -> 0, records -> 1) where id = 4`,
    ],
  ])('names the entry in which a value is %s', async (_, forgery) => {
    await run(forgery)
    const id = /id = (\d)$/.exec(forgery)?.[1]
    const [script, own] = await bothSay()
    expect(script).toEqual([`Entry ${id} is changed.`])
    expect(own).toEqual([expect.stringContaining(`Entry ${id} is changed (seal`)])
  })

  test('names the entry of which a value is erased without an entry about it', async () => {
    await run(`
      update audit_entries as e set detail = null, salt = null, salts = '{}', erased = jsonb_build_object('detail',
        encode(sha256(convert_to(encode(sha256(convert_to(e.salt || ' detail', 'UTF8')), 'hex') || e.detail, 'UTF8')), 'hex'))
      where id = 6`)
    expect(await bothSay()).toEqual([
      ['Entry 6 has lost detail: no later entry says it was erased.'],
      ['Entry 6 has lost values without an entry about their erasure: detail.'],
    ])
  })

  test('names an entry whose values were put back, or taken away beside an erasure', async () => {
    await erase()
    await sealEntries(db, 100)
    await run(`
      update audit_entries set title = 'Forged' where id = 1;
      update audit_entries set records = replace(records::text, 'Role 0', 'Role 9')::json where id = 4`)
    const [script] = await bothSay()
    expect(script).toEqual(['Entry 1 is changed.', 'Entry 4 is changed.'])
  })

  test('names an entry that was removed, added, or reordered', async () => {
    const lines = await exported()
    expect(await verified(lines.filter((line) => !line.startsWith('{"entry":6')))).toEqual([
      'Entry 6 is missing (seal 3).',
    ])
    await run(`
      delete from audit_entries where id = 6;
      insert into audit_entries (id, at, through, action, area) overriding system value values (5000, now(), 'api', 'export', 'bills');
      update audit_sealing set settled = 5000, candidate = 5000;
      create temp table swapped as select * from audit_entries where id in (5, 7);
      update audit_entries as e set detail = swapped.detail, at = swapped.at, salt = swapped.salt
      from swapped where swapped.id = 12 - e.id and e.id in (5, 7);
      drop table swapped`)
    const [script] = await bothSay()
    expect(script).toEqual([
      'Entry 5 holds what entry 7 held.',
      'Entry 7 holds what entry 5 held.',
      'Entry 5000 was added: no seal holds it.',
      'Entry 6 is missing (seal 3).',
    ])
  })

  test('names a seal that is removed or changed, and an end that is cut off', async () => {
    const [lines, head] = [await exported(), await headNow()]
    const second = lines.findIndex((line) => line.startsWith('{"seal":2'))
    const third = lines.findIndex((line) => line.startsWith('{"seal":3'))
    expect(await verified([...lines.slice(0, second), ...lines.slice(third)])).toEqual([
      'Seal 2 is missing.',
    ])
    const forged = JSON.parse(lines[third] ?? '') as { digests: string[] }
    forged.digests[0] = forged.digests[1] ?? ''
    expect(
      await verified([
        ...lines.slice(0, third),
        `${JSON.stringify(forged)}\n`,
        ...lines.slice(third + 1),
      ]),
    ).toEqual(['Seal 3 is changed.', 'Entry 5 is changed.'])
    expect(await verified(lines.slice(0, third))).toEqual([])
    expect(await verified([])).toEqual(['There is no seal.'])
    expect(await verified(lines.slice(0, third), head)).toEqual([
      `No seal has the hash ${head}: the end is cut off.`,
    ])
  })
})
