import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BulkArea, areas as contract } from '@steward/contract/areas/areas'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { consentHeader } from '@steward/contract/consents/consent-header'
import { consentLimits } from '@steward/contract/consents/consents'
import { statusesFor } from '@steward/contract/jobs/jobs'
import { jobActions } from '@steward/contract/jobs/jobs.routes'
import { allPermissions } from '@steward/contract/permissions/permissions'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { tableOf } from '../../db/schema/tables.ts'
import { connectAgent, createAgent, proposeName, setBounds } from '../../testing/agents.ts'
import { guardedCalls } from '../../testing/calls.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, createAdmin, createRole } from '../../testing/factories.ts'
import { granting, named } from '../../testing/grants.ts'
import { jobEnd } from '../../testing/jobs.ts'
import { mustFitContract, startTestApp, type TestApp, type TestCall } from '../../testing/server.ts'
import { forgetOldConsents } from './consents.store.ts'

const bills = ['list', 'view', 'update', 'delete', 'purge'].map(
  (action) => `Operations · Bills · ${action}`,
)
const off = { purge: false, ownerRoles: false, exportPeople: false, bulk: null }
type Person = { token: string; userId: string; roleId: string }

describe.each(oneEngine)('the consent of a second person on %s', (engine) => {
  let app: TestApp
  let owner: Person
  let other: Person
  beforeAll(async () => {
    app = await startTestApp(engine, {}, { writesBySql: true })
    owner = await app.signIn('owner')
    other = await app.signIn('owner')
  })
  afterEach(async () => {
    await setRules(off)
    // One person may have only so many that are open.
    await sql`update consents set status = 'withdrawn' where status in ('waiting', 'agreed')`.execute(
      app.db,
    )
  })
  afterAll(() => app.dispose())

  const setRules = async (rules: object) => {
    const { purge, ownerRoles, exportPeople, bulk } = { ...off, ...rules }
    await sql`
      update consent_rules set purge = ${purge}, owner_roles = ${ownerRoles},
        export_people = ${exportPeople}, bulk = ${bulk}`.execute(app.db)
  }
  const deletedBill = async () => {
    const [id = ''] = await create(app.db, 'bills', { deleted_at: '2026-01-01T00:00:00.000Z' })
    return id
  }
  const purgeBill = (id: string, token = owner.token, consent?: string) =>
    app.call('bills.purge', { token, params: { id }, ...given(consent) })
  const given = (consent: string | undefined) =>
    consent === undefined ? {} : { headers: { [consentHeader]: consent } }
  const ask = (call: EndpointName, { token = owner.token, ...sent }: TestCall = {}) =>
    app.call('consents.create', { token, body: { call, reason: 'Because', ...sent } })
  const asked = async (call: EndpointName, sent: TestCall = {}) => {
    const { status, body } = await ask(call, sent)
    if (status !== 201) throw new Error(JSON.stringify(body))
    mustFitContract('consents.create', body)
    return body.data as { _id: string } & Record<string, unknown>
  }
  const agree = (id: string, token = other.token) =>
    app.call('consents.agree', { token, params: { id }, body: {} })
  const agreed = async (call: EndpointName, sent: TestCall = {}, token = other.token) => {
    const { _id } = await asked(call, sent)
    const { status, body } = await agree(_id, token)
    if (status !== 200) throw new Error(JSON.stringify(body))
    mustFitContract('consents.agree', body)
    return _id
  }
  const refusal = ({
    status,
    body,
  }: {
    status: number
    body: { code: string; message: string }
  }) => [status, body.code]
  const exists = async (id: string) =>
    (await app.db.selectFrom('bills').select('id').where('id', '=', id).execute()).length > 0

  describe('is asked for by the rule', () => {
    const names = Object.keys(routes) as EndpointName[]
    const purges = names.filter((name) => {
      const { needs } = routes[name]
      return Array.isArray(needs) && needs.some(({ action }) => action === 'purge')
    })
    const single = purges.filter((name) => name !== 'jobs.create')

    test('purge, of which the contract has a call for every area', () => {
      expect(single).toHaveLength(9)
    })

    test.each(single)('purge: %s', async (name) => {
      await setRules({ purge: true })
      const { about, request } = guardedCalls[name as 'bills.purge']
      if (!about) throw new Error(`${name} is about no record`)
      const gone =
        about === 'roles' ? { status: 'deleted' } : { deleted_at: '2026-01-01T00:00:00Z' }
      const [id = ''] = await create(app.db, about, gone)
      const sent = request({ id, plainRole: '', need: undefined })
      const { status, body } = await app.call(name, { token: owner.token, ...sent })
      expect([status, body.code, body.data.rules]).toEqual([403, 'consent_required', ['purge']])
      expect(body.data).toMatchObject({
        draft: { call: name, action: 'purge', count: 1 },
        possible: true,
      })
      const found = await app.db
        .selectFrom(about as 'bills')
        .select('id')
        .where('id', '=', id)
        .execute()
      expect(found).toHaveLength(1)
      // What is agreed to is then done.
      const consent = await agreed(name, sent)
      const done = await app.call(name, { token: owner.token, ...sent, ...given(consent) })
      expect(done.status).toBe(200)
    })

    const bulk = (Object.keys(jobActions) as BulkArea[]).flatMap((area) =>
      Object.keys(jobActions[area]).map((action) => [area, action] as const),
    )

    test.each(bulk)('a job on %s: %s', async (area, action) => {
      const table = tableOf(area)
      const isGone = action === 'restore' || action === 'purge'
      const gone = isGone ? { deleted_at: '2026-01-01T00:00:00Z' } : {}
      const ids = await create(app.db, table, gone, gone)
      const role = await createRole(app.db, granting())
      const patch =
        action === 'status' || action === 'feed'
          ? { status: statusOf(area, action) }
          : action === 'role'
            ? { role }
            : undefined
      const body = { area, action, ids, ...(patch && { patch }) }
      await setRules({ bulk: 1 })
      const many = await app.call('jobs.create', { token: owner.token, body })
      expect([many.status, many.body.code, many.body.data.rules]).toEqual([
        403,
        'consent_required',
        ['bulk'],
      ])
      await setRules({ bulk: 2, purge: true })
      const few = await app.call('jobs.create', { token: owner.token, body })
      expect(few.status, action).toBe(action === 'purge' ? 403 : 201)
    })

    const statusOf = (area: BulkArea, action: string) => {
      return statusesFor(area, action as 'status' | 'feed').at(-1)
    }

    test('purge: the erasure of a person, which shows whom and what stays', async () => {
      const role = await createRole(app.db, granting(...bills))
      const name = 'Erica Erased'
      const { id: person } = await createAdmin(app.db, role, { name })
      const erasure = (content: string, consent?: string) => ({
        token: owner.token,
        params: { id: person },
        body: { content, reason: 'Asked for it', name },
        ...given(consent),
      })
      await setRules({ purge: true })
      const refused = await app.call('privacy.erase', erasure('delete'))
      expect([refused.status, refused.body.code, refused.body.data]).toMatchObject([
        403,
        'consent_required',
        {
          rules: ['purge'],
          draft: { call: 'privacy.erase', action: 'erase', detail: 'delete', count: 1 },
          possible: true,
        },
      ])
      const { params, body } = erasure('delete')
      const request = await asked('privacy.erase', { params, body })
      const { body: seen } = await app.call('consents.details', {
        token: other.token,
        params: { id: request._id },
      })
      expect(seen.data.consent).toMatchObject({ area: 'users', detail: 'delete' })
      expect(seen.data.records).toMatchObject([{ _id: person, title: name }])
      // To purge and to see people isn't enough.
      const seeing = ['list', 'view', 'purge'].map((action) => `Users · Admins · ${action}`)
      const purger = await app.signIn(named(...seeing))
      expect((await agree(request._id, purger.token)).status).toBe(404)
      const eraser = await app.signIn(named(...seeing, 'System · Personal data · erase'))
      expect((await agree(request._id, eraser.token)).status).toBe(200)
      // The other choice isn't what was agreed to.
      const otherwise = await app.call('privacy.erase', erasure('keep', request._id))
      expect(refusal(otherwise)).toEqual([409, 'conflict'])
      const done = await app.call('privacy.erase', erasure('delete', request._id))
      expect(done.status).toBe(201)
      expect(await jobEnd(app, owner.token, done.body.data._id)).toMatchObject({ status: 'done' })
    })

    test('purge: fewer days until what was deleted goes for good', async () => {
      await setRules({ purge: true })
      const read = await app.call('privacy.retention', { token: owner.token })
      const { days, version } = read.body.data
      const save = (trash: number | null, consent?: string) =>
        app.call('privacy.saveRetention', {
          token: owner.token,
          body: { days: { ...days, trash }, version },
          ...given(consent),
        })
      const { status, body } = await save(days.trash - 1)
      expect([status, body.code, body.data.rules]).toEqual([403, 'consent_required', ['purge']])
      const fewer = { body: { days: { ...days, trash: days.trash - 1 }, version } }
      const id = await agreed('privacy.saveRetention', fewer)
      expect((await save(1, id)).status).toBe(409)
      expect((await save(days.trash - 1, id)).body.data.days.trash).toBe(days.trash - 1)
      const more = { ...days, trash: days.trash, sessions: days.sessions - 1 }
      const answer = await app.call('privacy.saveRetention', {
        token: owner.token,
        body: { days: more, version: version + 1 },
      })
      expect(answer.status).toBe(200)
    })

    test('exportPeople: exports of people, and of nothing else', async () => {
      await setRules({ exportPeople: true })
      for (const area of Object.values(contract).flatMap(({ exported }) => [...exported])) {
        const answer = await app.call('exports.create', { token: owner.token, body: { area } })
        const isOfPeople = ['users', 'admins', 'businessUsers'].includes(area)
        expect([area, answer.status]).toEqual([area, isOfPeople ? 403 : 201])
      }
      const body = { area: 'users' }
      const id = await agreed('exports.create', { body })
      const { status, body: made } = await app.call('exports.create', {
        token: owner.token,
        body,
        ...given(id),
      })
      expect(status).toBe(201)
      await app.app.inject({ url: made.data.url })
      const { body: log } = await app.call('auditLog.list', {
        token: owner.token,
        query: { action: 'export' },
      })
      expect(log.data.entries[0].via.consent).toMatchObject({ _id: id, by: { _id: other.userId } })
    })

    test('ownerRoles: giving and taking the rights of an owner, whatever the call', async () => {
      const plain = await createRole(app.db, granting('Operations · Bills · list'))
      const third = await createAdmin(app.db, owner.roleId)
      const staff = await createAdmin(app.db, plain)
      await setRules({ ownerRoles: true })
      const required = async (name: EndpointName, sent: TestCall) => {
        const answer = await app.call(name, { token: owner.token, ...sent })
        expect([name, ...refusal(answer)]).toEqual([name, 403, 'consent_required'])
        expect(answer.body.data.rules).toEqual(['ownerRoles'])
      }
      const of = (id: string, body?: object) => ({ params: { id }, ...(body && { body }) })
      await required('users.update', of(staff.id, { role: owner.roleId }))
      await required('users.update', of(third.id, { role: plain }))
      await required('users.update', of(third.id, { email: 'taken-over@example.com' }))
      await required('users.changeStatus', of(third.id))
      await required('users.delete', of(third.id))
      await required('users.assignRole', { body: { users: [staff.id], role: owner.roleId } })
      await required('users.create', {
        body: { name: 'New', email: 'new@example.com', type: 'admin', role: owner.roleId },
      })
      for (const [ids, patch] of [
        [[staff.id], { role: owner.roleId }],
        [[third.id], { role: plain }],
      ])
        await required('jobs.create', { body: { area: 'users', action: 'role', ids, patch } })
      // What has nothing to do with owners needs nobody.
      const quiet = await app.call('users.update', {
        token: owner.token,
        ...of(staff.id, { name: 'Renamed' }),
      })
      expect(quiet.status).toBe(200)
      // Owners alone can agree.
      const role = await createRole(
        app.db,
        granting('Users · Admins · list', 'Users · Admins · update'),
      )
      const manager = await createAdmin(app.db, role)
      const { body: signedIn } = await app.call('session.login', { body: manager })
      const { _id } = await asked('users.update', of(staff.id, { role: owner.roleId }))
      expect((await agree(_id, signedIn.data.token)).status).toBe(404)
      expect((await agree(_id)).status).toBe(200)
    })

    test('ownerRoles: groups of an identity provider that get the rights of an owner', async () => {
      const plain = await createRole(app.db, granting('Operations · Bills · list'))
      const mapped = (...roles: string[]) => roles.map((role, n) => ({ group: `group ${n}`, role }))
      const provider = { issuer: 'https://8.8.8.8/realm', clientId: 'steward' }
      const [provisioner = ''] = await create(app.db, 'users', {
        type: 'admin',
        service: true,
        role_id: plain,
      })
      const body = { name: 'New', ...provider, groupRoles: mapped(owner.roleId) }
      await setRules({ ownerRoles: true })
      const add = (sent: object, consent?: string) =>
        app.call('identityProviders.create', {
          token: owner.token,
          body: sent,
          ...given(consent),
        })
      const refused = await add(body)
      expect(refusal(refused)).toEqual([403, 'consent_required'])
      expect(refused.body.data).toMatchObject({ rules: ['ownerRoles'], possible: true })
      const made = await add(body, await agreed('identityProviders.create', { body }))
      expect(made.status).toBe(201)
      const params = { id: made.body.data._id }
      const groupsOf = async () => {
        const { body: listed } = await app.call('identityProviders.list', { token: owner.token })
        return listed.data.providers.find(({ _id }: { _id: string }) => _id === params.id)
          .groupRoles
      }
      const before = await groupsOf()
      const attempts = [
        { groupRoles: mapped(plain) },
        { groupRoles: mapped(owner.roleId, owner.roleId) },
        { groupRoles: [{ group: 'everybody', role: owner.roleId }] },
        // The first group of a person decides, so that one above those of owners matters as well.
        { groupRoles: [{ group: 'clerks', role: plain }, ...mapped(owner.roleId)] },
        { issuer: 'https://8.8.8.8/elsewhere' },
        { clientId: 'another' },
        { groupsClaim: 'department' },
        { provisioner },
      ]
      for (const sent of attempts) {
        const answer = await app.call('identityProviders.update', {
          token: owner.token,
          params,
          body: sent,
        })
        expect([sent, ...refusal(answer)]).toEqual([sent, 403, 'consent_required'])
      }
      expect(await groupsOf()).toEqual(before)
      const gone = await app.call('identityProviders.delete', { token: owner.token, params })
      expect(refusal(gone)).toEqual([403, 'consent_required'])
      // What leaves the groups of owners as they are needs nobody.
      const quiet = { groupRoles: [...mapped(owner.roleId), { group: 'clerks', role: plain }] }
      const { status } = await app.call('identityProviders.update', {
        token: owner.token,
        params,
        body: quiet,
      })
      expect(status).toBe(200)
      const other = { name: 'Plain', ...provider, issuer: 'https://8.8.8.8/other' }
      expect((await add({ ...other, groupRoles: mapped(plain) })).status).toBe(201)
    })

    test('bulk: undoing more than so many at once, and proposals of agents that change more', async () => {
      const ids = await create(app.db, 'bills', {}, {}, {})
      const start = await app.call('jobs.create', {
        token: owner.token,
        body: { area: 'bills', action: 'delete', ids },
      })
      await jobEnd(app, owner.token, start.body.data._id)
      await setRules({ bulk: 2 })
      const sent = { params: { id: start.body.data._id } }
      const undo = await app.call('jobs.undo', { token: owner.token, ...sent })
      expect(refusal(undo)).toEqual([403, 'consent_required'])
      const id = await agreed('jobs.undo', sent)
      const done = await app.call('jobs.undo', { token: owner.token, ...sent, ...given(id) })
      expect(await jobEnd(app, owner.token, done.body.data._id)).toMatchObject({ changed: 3 })

      const agent = await createAgent(app, owner.token, ...bills, proposeName)
      await setBounds(app, owner.token, agent, {})
      const { tool, close } = await connectAgent(app, agent.secret)
      const { data } = await tool('propose_bills_delete', { ids, reason: 'Because' })
      await close()
      const proposal = { params: { id: data.proposal._id }, body: {} }
      const approval = await app.call('proposals.approve', { token: owner.token, ...proposal })
      expect(refusal(approval)).toEqual([403, 'consent_required'])
      const second = await agreed('proposals.approve', proposal)
      const { body } = await app.call('proposals.approve', {
        token: owner.token,
        ...proposal,
        ...given(second),
      })
      expect(await jobEnd(app, owner.token, body.data.job._id)).toMatchObject({ changed: 3 })
    })
  })

  describe('to an import', () => {
    const head = 'id;number;title;payer;amount;currency'
    const csv = (name: string, count = 3) => {
      const row = (_: unknown, n: number) => `${n};${name}-${n};Hall hire;Somebody;12.50;EUR`
      return [head, ...Array.from({ length: count }, row)].join('\n')
    }
    const upload = async (text: string, token = owner.token) => {
      const answer = await app.app.inject({
        method: 'POST',
        url: '/api/admin/imports?area=bills&name=invoices.csv',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        payload: text,
      })
      return answer.json().data._id as string
    }
    const sent = (id: string, body: object = {}) => ({ params: { id }, body })
    const start = (id: string, body: object = {}, consent?: string, token = owner.token) =>
      app.call('imports.start', { token, ...sent(id, body), ...given(consent) })
    const numbered = async (name: string) => {
      const { rows } = await sql<{ title: string }>`
        select title from bills where number like ${`${name}-%`} order by number`.execute(app.db)
      return rows.map(({ title }) => title)
    }

    test('is asked for where its file has more rows than the number, and shows the first', async () => {
      await setRules({ bulk: 2 })
      const id = await upload(csv('IM'))
      const { status, body } = await start(id)
      expect([status, body.code, body.data]).toMatchObject([
        403,
        'consent_required',
        {
          rules: ['bulk'],
          draft: {
            call: 'imports.start',
            area: 'bills',
            action: 'import',
            detail: 'invoices.csv',
            count: 3,
          },
          possible: true,
        },
      ])
      const request = await asked('imports.start', sent(id))
      const params = { id: request._id }
      const { body: seen } = await app.call('consents.details', { token: other.token, params })
      mustFitContract('consents.details', seen)
      expect(seen.data.records).toMatchObject(
        [0, 1, 2].map((n) => ({
          title: `IM-${n}`,
          before: null,
          after: { title: 'Hall hire', amount: 1250, currency: 'EUR' },
        })),
      )
      expect(await numbered('IM')).toEqual([])
      expect(refusal(await agree(request._id, owner.token))).toEqual([403, 'not_permitted'])
      expect((await agree(request._id)).status).toBe(200)
      const done = await start(id, {}, request._id)
      expect(done.status).toBe(201)
      expect(await jobEnd(app, owner.token, done.body.data._id)).toMatchObject({ changed: 3 })
      expect(await numbered('IM')).toHaveLength(3)
      const { body: log } = await app.call('auditLog.list', {
        token: owner.token,
        query: { batch: done.body.data._id },
      })
      expect(log.data.entries.length).toBeGreaterThan(1)
      for (const { via } of log.data.entries)
        expect(via.consent).toMatchObject({ _id: request._id, by: { _id: other.userId } })
    })

    test('is not asked for by a check, by few rows, or where no number is set', async () => {
      await setRules({ purge: true, ownerRoles: true, exportPeople: true, bulk: 3 })
      expect((await start(await upload(csv('FEW')))).status).toBe(201)
      await setRules({ bulk: 2 })
      const id = await upload(csv('LOOK'))
      const looked = await start(id, { check: true })
      expect(looked.status).toBe(201)
      await jobEnd(app, owner.token, looked.body.data._id)
      expect((await ask('imports.start', sent(id, { check: true }))).status).toBe(409)
      await setRules({ purge: true, ownerRoles: true, exportPeople: true })
      expect((await start(id)).status).toBe(201)
    })

    test('class: another file or other options: is not what was agreed to', async () => {
      await setRules({ bulk: 2 })
      const id = await upload(csv('OTHER'))
      const consent = await agreed('imports.start', sent(id))
      const twin = await upload(csv('OTHER'))
      const answers = [
        await start(twin, {}, consent),
        await start(id, { set: { notes: 'Another' } }, consent),
        await start(id, { onConflict: 'overwrite', id: ['id'] }, consent),
        await start(id, { corrections: [{ line: 2, cells: { amount: '9999' } }] }, consent),
      ]
      expect(answers.map(refusal)).toEqual(Array(4).fill([409, 'conflict']))
      expect(await numbered('OTHER')).toEqual([])
      // A file that is not the same under the same id any more.
      const path = join(app.config.dataDir, 'imports', id)
      await writeFile(path, csv('OTHER').replace('12.50', '99.50'))
      expect(refusal(await start(id, {}, consent))).toEqual([409, 'conflict'])
      await writeFile(path, csv('OTHER'))
      expect((await start(id, {}, consent)).status).toBe(201)
    })

    test('shows what it would overwrite, and asks anew once that has changed', async () => {
      const first = await upload(csv('OVER'))
      const ids = { id: ['id'] }
      const made = await start(first, ids)
      await jobEnd(app, owner.token, made.body.data._id)
      await setRules({ bulk: 2 })
      const id = await upload(csv('OVER').replaceAll('Hall hire', 'Garden hire'))
      const options = { ...ids, onConflict: 'overwrite' }
      const request = await asked('imports.start', sent(id, options))
      const params = { id: request._id }
      const { body: seen } = await app.call('consents.details', { token: other.token, params })
      expect(seen.data.records).toMatchObject(
        Array(3).fill({ before: { title: 'Hall hire' }, after: { title: 'Garden hire' } }),
      )
      expect((await agree(request._id)).status).toBe(200)
      await sql`update bills set notes = 'Read this', version = version + 1, updated_at = now()
        where number = 'OVER-1'`.execute(app.db)
      expect(refusal(await start(id, options, request._id))).toEqual([409, 'conflict'])
      expect(await numbered('OVER')).toEqual(Array(3).fill('Hall hire'))
      const again = await agreed('imports.start', sent(id, options))
      const done = await start(id, options, again)
      await jobEnd(app, owner.token, done.body.data._id)
      expect(await numbered('OVER')).toEqual(Array(3).fill('Garden hire'))
    })

    test('is given by whoever may import and see the records, and asked for by no key', async () => {
      await setRules({ bulk: 2 })
      const importing = ['list', 'view', 'create', 'import'].map(
        (action) => `Operations · Bills · ${action}`,
      )
      const id = await upload(csv('WHO'))
      const { _id } = await asked('imports.start', sent(id))
      const viewer = await app.signIn(named(...bills))
      expect((await agree(_id, viewer.token)).status).toBe(404)
      const able = await app.signIn(named(...importing))
      expect((await agree(_id, able.token)).status).toBe(200)
      const agent = await createAgent(app, owner.token, ...importing)
      const own = await upload(csv('KEY'), agent.secret)
      expect(refusal(await start(own, {}, undefined, agent.secret))).toEqual([
        403,
        'consent_required',
      ])
      expect(refusal(await ask('imports.start', { ...sent(own), token: agent.secret }))).toEqual([
        403,
        'not_permitted',
      ])
    })

    test('is used by one of two at the same moment, and kept while another import of it runs', async () => {
      await setRules({ bulk: 2 })
      const id = await upload(csv('TWICE'))
      const consent = await agreed('imports.start', sent(id))
      await sql`alter table jobs alter column lease_until set default now() + interval '50 seconds'`.execute(
        app.db,
      )
      const check = await start(id, { check: true })
      const refused = await start(id, {}, consent)
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'This file is already being imported.',
      ])
      await app.call('jobs.cancel', { token: owner.token, params: { id: check.body.data._id } })
      const answers = await Promise.all([start(id, {}, consent), start(id, {}, consent)])
      await sql`alter table jobs alter column lease_until drop default`.execute(app.db)
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    })
  })

  describe('by which something is done', () => {
    test('shows it before and after, and stands in the audit log with who agreed', async () => {
      await setRules({ purge: true })
      const id = await deletedBill()
      const request = await asked('bills.purge', { params: { id } })
      expect(request).toMatchObject({
        rules: ['purge'],
        area: 'bills',
        action: 'purge',
        count: 1,
        status: 'waiting',
        by: { _id: owner.userId },
        obstacle: 'own',
        asked: { params: { id } },
      })
      expect(await exists(id)).toBe(true)
      const params = { id: request._id }
      const { body } = await app.call('consents.details', { token: other.token, params })
      mustFitContract('consents.details', body)
      expect(body.data.consent).toMatchObject({ obstacle: null, asked: null, reason: 'Because' })
      expect(body.data.records).toMatchObject([
        { _id: id, before: { title: 'Hall hire' }, after: null },
      ])
      expect((await agree(request._id)).body.data.status).toBe('agreed')
      expect((await purgeBill(id, owner.token, request._id)).status).toBe(200)
      expect(await exists(id)).toBe(false)
      const { body: log } = await app.call('auditLog.list', {
        token: owner.token,
        query: { record: id, action: 'purge' },
      })
      expect(log.data.entries[0]).toMatchObject({
        actor: { _id: owner.userId },
        via: { consent: { _id: request._id, by: { _id: other.userId } } },
      })
      const again = await app.call('consents.details', { token: owner.token, params })
      expect(again.body.data.consent.status).toBe('used')
    })

    test('class: replay: is used once, also by two calls at the same moment', async () => {
      await setRules({ purge: true })
      const ids = await create(
        app.db,
        'bills',
        ...Array(2).fill({ deleted_at: '2026-01-01T00:00:00Z' }),
      )
      const body = { area: 'bills', action: 'purge', ids }
      const id = await agreed('jobs.create', { body })
      const start = () => app.call('jobs.create', { token: owner.token, body, ...given(id) })
      const answers = await Promise.all([start(), start()])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
      const third = await start()
      expect([third.status, third.body.message]).toEqual([
        409,
        'This consent has been used already. Ask again.',
      ])
      const made = answers.find(({ status }) => status === 201)
      const job = await jobEnd(app, owner.token, made?.body.data._id)
      expect(job).toMatchObject({ status: 'done', changed: 2 })
      const { body: log } = await app.call('auditLog.list', {
        token: owner.token,
        query: { batch: job._id, action: 'purge' },
      })
      expect(log.data.entries.map(({ via }: { via: object }) => via)).toEqual(
        Array(2).fill({
          consent: { _id: id, by: { _id: other.userId, name: expect.any(String) } },
        }),
      )
    })

    test('is not used by a call that fails', async () => {
      await setRules({ purge: true })
      const id = await deletedBill()
      const consent = await agreed('bills.purge', { params: { id } })
      await app.db.updateTable('bills').set({ deleted_at: null }).where('id', '=', id).execute()
      expect((await purgeBill(id, owner.token, consent)).status).toBe(409)
      await app.db
        .updateTable('bills')
        .set({ deleted_at: '2026-01-01T00:00:00.000Z' })
        .where('id', '=', id)
        .execute()
      expect((await purgeBill(id, owner.token, consent)).status).toBe(200)
    })

    test('class: another patch: is not what was agreed to', async () => {
      await setRules({ bulk: 1 })
      const ids = await create(app.db, 'bills', {}, {}, {})
      const body = { area: 'bills', action: 'status', ids, patch: { status: 'paid' } }
      const id = await agreed('jobs.create', { body })
      const start = (otherwise: object) =>
        app.call('jobs.create', {
          token: owner.token,
          body: { ...body, ...otherwise },
          ...given(id),
        })
      for (const otherwise of [
        { patch: { status: 'due' } },
        { ids: ids.slice(1) },
        { action: 'delete', patch: undefined },
      ]) {
        const answer = await start(otherwise)
        expect(refusal(answer)).toEqual([409, 'conflict'])
        expect(answer.body.message).toMatch(/^This isn’t what .* agreed to/)
      }
      expect((await start({})).status).toBe(201)
    })

    test('class: changed meanwhile: a changed or a further record asks anew', async () => {
      await setRules({ purge: true })
      const id = await deletedBill()
      const consent = await agreed('bills.purge', { params: { id } })
      await sql`update bills set title = 'Other', version = version + 1, updated_at = now() where id = ${id}`.execute(
        app.db,
      )
      expect(refusal(await purgeBill(id, owner.token, consent))).toEqual([409, 'conflict'])
      expect(await exists(id)).toBe(true)
      const body = { area: 'bills', action: 'purge', all: { query: { search: 'Bound' } } }
      const gone = { title: 'Bound', deleted_at: '2026-01-01T00:00:00Z' }
      await create(app.db, 'bills', gone, gone)
      const second = await agreed('jobs.create', { body })
      const [more = ''] = await create(app.db, 'bills', gone)
      const start = () => app.call('jobs.create', { token: owner.token, body, ...given(second) })
      expect(refusal(await start())).toEqual([409, 'conflict'])
      await sql`delete from bills where id = ${more}`.execute(app.db)
      expect((await start()).status).toBe(201)
    })

    test('leaves a record that changes once the job has begun', async () => {
      await setRules({ purge: true })
      const ids = await create(
        app.db,
        'bills',
        ...Array(2).fill({ deleted_at: '2026-01-01T00:00:00Z' }),
      )
      const body = { area: 'bills', action: 'purge', ids }
      const id = await agreed('jobs.create', { body })
      await sql`alter table jobs alter column lease_until set default now() + interval '50 seconds'`.execute(
        app.db,
      )
      const { body: made } = await app.call('jobs.create', {
        token: owner.token,
        body,
        ...given(id),
      })
      await sql`alter table jobs alter column lease_until drop default`.execute(app.db)
      await sql`update bills set title = 'Late', updated_at = now() + interval '1 second' where id = ${ids[0]}`.execute(
        app.db,
      )
      await sql`update jobs set lease_until = now() where id = ${made.data._id}`.execute(app.db)
      const job = await jobEnd(app, owner.token, made.data._id)
      expect(job).toMatchObject({ changed: 1, failed: 1 })
      expect([await exists(ids[0] ?? ''), await exists(ids[1] ?? '')]).toEqual([true, false])
    })

    test('class: somebody else’s consent: is of no use', async () => {
      await setRules({ purge: true })
      const id = await deletedBill()
      const consent = await agreed('bills.purge', { params: { id } })
      const third = await app.signIn(named(...bills))
      for (const given of [consent, '0', '00000000-0000-7000-8000-000000000000'])
        expect((await purgeBill(id, third.token, given)).status).toBe(404)
      expect(await exists(id)).toBe(true)
    })

    test('class: a giver who could no longer agree: asks anew', async () => {
      await setRules({ purge: true })
      const lapses = [
        (giver: Person) => sql`update roles set permissions = '[]' where id = ${giver.roleId}`,
        (giver: Person) => sql`update users set status = 'inactive' where id = ${giver.userId}`,
      ]
      const tryIt = async (lapse: (giver: Person) => Promise<unknown>) => {
        const giver = await app.signIn(named(...bills))
        const id = await deletedBill()
        const consent = await agreed('bills.purge', { params: { id } }, giver.token)
        await lapse(giver)
        const { status, body } = await purgeBill(id, owner.token, consent)
        expect([status, body.message]).toEqual([
          409,
          expect.stringMatching(/agreed to this, but couldn’t decide it any more/),
        ])
        expect(await exists(id)).toBe(true)
        const again = await agreed('bills.purge', { params: { id } })
        expect((await purgeBill(id, owner.token, again)).status).toBe(200)
      }
      for (const lapse of lapses) await tryIt((giver) => lapse(giver).execute(app.db))
      // By a change of whoever asks they depend on them.
      await tryIt((giver) =>
        app.call('users.update', {
          token: owner.token,
          params: { id: giver.userId },
          body: { name: 'Renamed' },
        }),
      )
    })

    test('may be about whoever agreed, who loses the permission by that', async () => {
      const plain = await createRole(app.db, granting('Operations · Bills · list'))
      const third = await app.signIn('owner')
      await setRules({ ownerRoles: true })
      const sent = { params: { id: third.userId }, body: { role: plain } }
      const consent = await agreed('users.update', sent, third.token)
      const done = await app.call('users.update', {
        token: owner.token,
        ...sent,
        ...given(consent),
      })
      expect(done.status).toBe(200)
    })

    test('expires, and can be withdrawn or declined', async () => {
      await setRules({ purge: true })
      const id = await deletedBill()
      const messages: string[] = []
      const tryIt = async (consent: string) => {
        const { status, body } = await purgeBill(id, owner.token, consent)
        expect(status).toBe(409)
        messages.push(body.message)
      }
      const first = await agreed('bills.purge', { params: { id } })
      await sql`update consents set expires_at = now() where id = ${first}`.execute(app.db)
      await tryIt(first)
      const second = await agreed('bills.purge', { params: { id } })
      const withdraw = (of: string, token = owner.token) =>
        app.call('consents.withdraw', { token, params: { id: of } })
      expect((await withdraw(second, other.token)).status).toBe(404)
      expect((await withdraw(second)).body.data.status).toBe('withdrawn')
      await tryIt(second)
      const { _id: third } = await asked('bills.purge', { params: { id } })
      await tryIt(third)
      const decline = (body: object) =>
        app.call('consents.decline', { token: other.token, params: { id: third }, body })
      expect((await decline({})).status).toBe(422)
      expect((await decline({ reason: 'No' })).body.data).toMatchObject({
        status: 'declined',
        decision: 'No',
      })
      await tryIt(third)
      expect((await agree(third)).status).toBe(409)
      expect(messages).toEqual([
        'This request has expired: it was valid for 24 hours. Ask again.',
        'This request was withdrawn.',
        'Nobody has agreed to this yet.',
        expect.stringMatching(/has declined this\.$/),
      ])
      expect(await exists(id)).toBe(true)
    })
  })

  describe('is given by', () => {
    const waiting = async (sent: TestCall = {}) => {
      await setRules({ purge: true })
      const id = await deletedBill()
      return (await asked('bills.purge', { params: { id }, ...sent }))._id
    }

    test('class: oneself: nobody to themselves', async () => {
      const { status, body } = await agree(await waiting(), owner.token)
      expect([status, body.message]).toEqual([
        403,
        'You ask for this yourself, so somebody else has to agree.',
      ])
    })

    test('class: a key: people alone, who also ask by themselves', async () => {
      const agent = await createAgent(app, owner.token, ...bills)
      const id = await waiting()
      expect(refusal(await agree(id, agent.secret))).toEqual([403, 'not_permitted'])
      const bill = await deletedBill()
      const params = { id: bill }
      expect(refusal(await purgeBill(bill, agent.secret))).toEqual([403, 'consent_required'])
      expect(refusal(await ask('bills.purge', { params, token: agent.secret }))).toEqual([
        403,
        'not_permitted',
      ])
    })

    test('nobody who looks through another role', async () => {
      const id = await waiting()
      const { body } = await app.call('roles.preview', {
        token: other.token,
        body: { _id: await createRole(app.db, granting(...bills)) },
      })
      expect(refusal(await agree(id, body.data.token))).toEqual([403, 'not_permitted'])
    })

    test('whoever holds the permission of the act and sees its records', async () => {
      const id = await waiting()
      const blind = await app.signIn(named('Operations · Bills · list'))
      const deaf = await app.signIn(named('Operations · Bills · purge'))
      for (const { token } of [blind, deaf]) {
        expect((await agree(id, token)).status).toBe(404)
        const { body } = await app.call('consents.list', { token, query: { of: 'forMe' } })
        expect(body.data.consents).toEqual([])
      }
      const able = await app.signIn(named(...bills))
      const { body } = await app.call('consents.open', { token: able.token })
      mustFitContract('consents.open', body)
      expect(body.data.forMe).toBeGreaterThan(0)
      expect((await agree(id, able.token)).status).toBe(200)
    })

    test('class: a dependent person: nobody whose account or role the other has changed', async () => {
      const able = await app.signIn(named(...bills))
      const change = async (table: 'users' | 'roles', of: string) => {
        const { status } = await app.call(`${table}.update`, {
          token: owner.token,
          ...(table === 'users'
            ? { params: { id: of }, body: { name: 'Renamed' } }
            : { body: { _id: of, description: 'Changed' } }),
        })
        expect(status).toBe(200)
      }
      const tied = async (id: string, token = able.token) => {
        const { status, body } = await agree(id, token)
        expect([status, body.message.slice(0, 10)]).toEqual([403, 'Whoever as'])
        const { body: seen } = await app.call('consents.details', { token, params: { id } })
        expect(seen.data.consent.obstacle).toBe('dependent')
      }
      // Changed after the request, before it, and long before.
      const first = await waiting()
      await change('users', able.userId)
      await tied(first)
      const second = await waiting()
      await tied(second)
      const past = (entries: string) =>
        sql`update audit_entries set at = at - interval '25 hours'
          where record_id = ${entries} and actor_id = ${owner.userId}`.execute(app.db)
      await past(able.userId)
      expect((await agree(second, able.token)).status).toBe(200)
      await change('roles', able.roleId)
      const third = await waiting()
      await tied(third)
      await past(able.roleId)
      expect((await agree(third, able.token)).status).toBe(200)
      // Whom they have made stays so for ever.
      const { body } = await app.call('users.create', {
        token: owner.token,
        body: {
          name: 'Made',
          email: 'made@example.com',
          type: 'admin',
          role: able.roleId,
          password: 'correct-horse-9-battery',
        },
      })
      await past(body.data._id)
      const { body: signedIn } = await app.call('session.login', {
        body: { email: 'made@example.com', password: 'correct-horse-9-battery' },
      })
      await tied(await waiting(), signedIn.data.token)
      // An owner they have made decides after a day, or two owners could never agree.
      await sql`update users set role_id = ${owner.roleId} where id = ${body.data._id}`.execute(
        app.db,
      )
      expect((await agree(await waiting(), signedIn.data.token)).status).toBe(200)
    })

    describe('class: a dependent account: nobody whom the other made', () => {
      const making = [
        ...bills,
        ...['list', 'view', 'create'].map((action) => `Users · Admins · ${action}`),
      ]
      const password = 'correct-horse-9-battery'
      const signIn = async (email: string, own = password) => {
        const { body } = await app.call('session.login', { body: { email, password: own } })
        return body.data.token as string
      }
      const make = async (token: string, role: string, email: string) => {
        const { status } = await app.call('users.create', {
          token,
          body: { name: 'Made', email, type: 'admin', role, password },
        })
        expect(status).toBe(201)
        return await signIn(email)
      }
      const longAgo = () =>
        sql`update audit_entries set at = at - interval '25 hours' where area in ('users', 'roles', 'accounts')`.execute(
          app.db,
        )
      const isDependent = async (token: string) => {
        const { status, body } = await agree(await waiting(), token)
        expect([status, body.message.slice(0, 10)]).toEqual([403, 'Whoever as'])
      }

      test('through others whom they made', async () => {
        const role = await createRole(app.db, granting(...making))
        const one = await make(owner.token, role, 'chain-1@example.com')
        const two = await make(one, role, 'chain-2@example.com')
        const three = await make(two, role, 'chain-3@example.com')
        await longAgo()
        await isDependent(two)
        await isDependent(three)
        // Not even once one between is gone for good.
        await sql`update users set deleted_at = now() where email = 'chain-2@example.com'`.execute(
          app.db,
        )
        const { rows } = await sql<{ id: string }>`
          select id from users where email = 'chain-2@example.com'`.execute(app.db)
        const purged = { token: owner.token, params: { id: rows[0]?.id ?? '' } }
        await setRules(off)
        expect((await app.call('users.purge', purged)).status).toBe(200)
        await longAgo()
        await isDependent(three)
        const apart = await app.signIn(named(...bills))
        expect((await agree(await waiting(), apart.token)).status).toBe(200)
      })

      test('by an import', async () => {
        const upload = await app.app.inject({
          method: 'POST',
          url: '/api/admin/imports?area=members&name=members.csv',
          headers: {
            authorization: `Bearer ${owner.token}`,
            'content-type': 'application/octet-stream',
          },
          payload: 'name,email\nIda Imported,ida@example.com\nJon Imported,jon@example.com',
        })
        const params = { id: upload.json().data._id }
        const started = await app.call('imports.start', { token: owner.token, params, body: {} })
        const job = await jobEnd(app, owner.token, started.body.data._id)
        expect(job).toMatchObject({ changed: 2 })
        const role = await createRole(app.db, granting(...bills))
        await sql`update users set type = 'admin', role_id = ${role} where email = 'ida@example.com'`.execute(
          app.db,
        )
        await sql`
          insert into credentials (user_id, password_hash)
          select users.id, other.password_hash from users, credentials as other
            join users as made on made.id = other.user_id and made.email = 'chain-1@example.com'
          where users.email = 'ida@example.com'`.execute(app.db)
        await longAgo()
        await isDependent(await signIn('ida@example.com'))
      })

      test('by approving a registration, or by making a member one of staff', async () => {
        const role = await createRole(app.db, granting(...bills))
        const waits = await createAdmin(app.db, role)
        const member = await createAdmin(app.db, role)
        await sql`update users set status = 'pending', role_id = null where id = ${waits.id}`.execute(
          app.db,
        )
        await sql`update users set type = 'member', role_id = null where id = ${member.id}`.execute(
          app.db,
        )
        const { token } = owner
        const approved = { token, params: { id: waits.id }, body: { role } }
        expect((await app.call('accounts.approve', approved)).status).toBe(200)
        const raised = { token, params: { id: member.id }, body: { type: 'admin', role } }
        expect((await app.call('users.update', raised)).status).toBe(200)
        await longAgo()
        for (const { email, password } of [waits, member])
          await isDependent(await signIn(email, password))
      })

      test('or who signs in by an identity provider that the other has just changed', async () => {
        const able = await app.signIn(named(...bills))
        const provider = { name: 'Own', issuer: 'https://8.8.8.8/own', clientId: 'steward' }
        const { status, body } = await app.call('identityProviders.create', {
          token: owner.token,
          body: provider,
        })
        expect(status).toBe(201)
        await sql`insert into identity_links (provider_id, subject, user_id)
          values (${body.data._id}, 'able', ${able.userId})`.execute(app.db)
        await isDependent(able.token)
        await sql`update audit_entries set at = at - interval '25 hours' where area = 'integrations'`.execute(
          app.db,
        )
        expect((await agree(await waiting(), able.token)).status).toBe(200)
      })
    })

    test('class: two decisions: one of two at the same moment', async () => {
      const id = await waiting()
      const able = await app.signIn(named(...bills))
      const answers = await Promise.all([
        agree(id),
        agree(id, able.token),
        app.call('consents.decline', {
          token: other.token,
          params: { id },
          body: { reason: 'No' },
        }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    })
  })

  test('is told of in the audit log to whoever sees everything, and of one’s own requests', async () => {
    await setRules({ purge: true })
    const [small = ''] = await create(app.db, 'bills', {
      amount: 400,
      deleted_at: '2026-01-01T00:00:00.000Z',
    })
    const where = { 'amount.max': '500' }
    const list = { module: 'Operations', submodule: 'Bills', action: 'list' } as const
    const whole = await app.signIn(allPermissions)
    const narrowed = await app.signIn(allPermissions, { conditions: [{ ...list, where }] })
    const hidden = await app.signIn(allPermissions, {
      fieldRules: [{ module: 'Operations', submodule: 'Bills', hidden: ['notes'], readOnly: [] }],
    })
    const others = (await asked('bills.purge', { params: { id: await deletedBill() } }))._id
    const own = (await asked('bills.purge', { params: { id: small }, token: narrowed.token }))._id
    expect((await agree(own)).status).toBe(200)
    const told = async (token: string) => {
      const { body } = await app.call('auditLog.list', { token, query: { area: 'consents' } })
      const found = body.data.entries.map(({ record }: { record: { _id: string } }) => record?._id)
      return [others, own].map((id) => found.filter((each: string) => each === id).length)
    }
    expect(await told(whole.token)).toEqual([1, 2])
    expect(await told(narrowed.token)).toEqual([0, 2])
    expect(await told(hidden.token)).toEqual([0, 0])
  })

  test('is named in the audit log by what is done to how many records', async () => {
    await setRules({ bulk: 1 })
    const ids = await create(app.db, 'bills', {}, {})
    const body = { area: 'bills', action: 'status', ids, patch: { status: 'void' } }
    const { _id } = await asked('jobs.create', { body })
    expect((await agree(_id)).status).toBe(200)
    const { body: log } = await app.call('auditLog.list', {
      token: owner.token,
      query: { area: 'consents', record: _id },
    })
    const record = { _id, title: 'bills.status: 2' }
    expect(log.data.entries).toMatchObject([
      { action: 'update', record, detail: 'void' },
      { action: 'create', record, detail: 'void' },
    ])
  })

  describe('rules', () => {
    const save = async (rules: object, { token, ...more }: TestCall = { token: owner.token }) => {
      const { body } = await app.call('consents.rules', { token })
      const { version } = body.data
      return await app.call('consents.saveRules', {
        token,
        ...more,
        body: { ...off, ...rules, version },
      })
    }

    test('are set by owners alone, and noted', async () => {
      const { status, body } = await save({ purge: true, bulk: 100 })
      mustFitContract('consents.saveRules', body)
      expect([status, body.data]).toMatchObject([200, { purge: true, bulk: 100, cannotWork: [] }])
      const able = await app.signIn(named(...bills))
      expect((await save({}, { token: able.token })).status).toBe(403)
      const { body: log } = await app.call('auditLog.list', {
        token: owner.token,
        query: { area: 'consents', action: 'update' },
      })
      expect(log.data.entries[0]).toMatchObject({
        before: { purge: false },
        after: { purge: true },
      })
    })

    test('need a second owner to be weakened, once there is one', async () => {
      await setRules({ purge: true, bulk: 10 })
      for (const weaker of [{ bulk: 10 }, { purge: true, bulk: 11 }, { purge: true }])
        expect(refusal(await save(weaker))).toEqual([403, 'consent_required'])
      expect((await save({ purge: true, bulk: 9, ownerRoles: true })).status).toBe(200)
      const { body } = await app.call('consents.rules', { token: owner.token })
      const sent = { body: { ...off, version: body.data.version } }
      const able = await app.signIn(named(...bills))
      const { _id } = await asked('consents.saveRules', sent)
      expect((await agree(_id, able.token)).status).toBe(404)
      expect((await agree(_id)).status).toBe(200)
      const done = await app.call('consents.saveRules', {
        token: owner.token,
        ...sent,
        ...given(_id),
      })
      expect([done.status, done.body.data.purge]).toEqual([200, false])
    })

    test('lock nobody out who is the only owner, and say which can’t work', async () => {
      const lone = await startTestApp(engine)
      try {
        const only = await lone.signIn('owner')
        const saved = await lone.call('consents.saveRules', {
          token: only.token,
          body: { ...off, purge: true, ownerRoles: true, version: 1 },
        })
        expect(saved.body.data).toMatchObject({ owners: 1 })
        expect(saved.body.data.cannotWork).toEqual(['purge', 'bulk', 'exportPeople', 'ownerRoles'])
        const [id = ''] = await create(lone.db, 'bills', { deleted_at: '2026-01-01T00:00:00.000Z' })
        const params = { id }
        const refused = await lone.call('bills.purge', { token: only.token, params })
        expect(refused.body).toMatchObject({
          code: 'consent_required',
          message: expect.stringMatching(/nobody else who could/),
          data: { possible: false },
        })
        const body = { call: 'bills.purge', params, reason: 'Because' }
        const request = await lone.call('consents.create', { token: only.token, body })
        expect(request.status).toBe(409)
        const freed = await lone.call('consents.saveRules', {
          token: only.token,
          body: { ...off, version: 2 },
        })
        expect(freed.status).toBe(200)
      } finally {
        await lone.dispose()
      }
    })

    test('class: getting rid of the other: don’t fall to an owner who has just ended the other', async () => {
      const lone = await startTestApp(engine)
      try {
        const one = await lone.signIn('owner')
        const two = await lone.signIn('owner')
        const save = (rules: object, version: number) =>
          lone.call('consents.saveRules', {
            token: one.token,
            body: { ...off, ...rules, version },
          })
        expect((await save({ purge: true }, 1)).status).toBe(200)
        const ended = await lone.call('users.changeStatus', {
          token: one.token,
          params: { id: two.userId },
        })
        expect(ended.status).toBe(200)
        expect(refusal(await save({}, 2))).toEqual([403, 'consent_required'])
        await sql`update audit_entries set at = at - interval '25 hours'
          where actor_id = ${one.userId} and record_id = ${two.userId}`.execute(lone.db)
        expect((await save({}, 2)).status).toBe(200)
      } finally {
        await lone.dispose()
      }
    })
  })

  describe('is asked for', () => {
    test('only where it is needed, and tries nothing that is kept', async () => {
      const id = await deletedBill()
      const { status, body } = await ask('bills.purge', { params: { id } })
      expect([status, body.code]).toEqual([409, 'conflict'])
      expect(await exists(id)).toBe(true)
      const name = await ask('users.update', {
        params: { id: other.userId },
        body: { name: 'Tried' },
      })
      expect(name.status).toBe(409)
      const { body: seen } = await app.call('users.details', {
        token: owner.token,
        params: { id: other.userId },
      })
      expect(seen.data.name).not.toBe('Tried')
      for (const call of ['session.logout', 'bills.list', 'profile.stepUp'] as const)
        expect((await ask(call)).status).toBe(422)
    })

    test('by who may do it themselves', async () => {
      await setRules({ purge: true })
      const id = await deletedBill()
      const blind = await app.signIn(named('Operations · Bills · list'))
      const { status, body } = await ask('bills.purge', { params: { id }, token: blind.token })
      expect([status, body.code]).toEqual([403, 'not_permitted'])
    })

    test('without keeping a password', async () => {
      await setRules({ ownerRoles: true })
      const body = {
        name: 'New',
        email: 'new-owner@example.com',
        type: 'admin',
        role: owner.roleId,
        password: 'correct-horse-9-battery',
      }
      const request = await asked('users.create', { body })
      expect(request['asked']).toBeNull()
      expect((await agree(request._id)).status).toBe(200)
      const sent = { token: owner.token, body, ...given(request._id) }
      expect((await app.call('users.create', sent)).status).toBe(201)
      const { rows } = await sql<{ kept: string }>`
        select to_jsonb(t)::text as kept from consents as t where id = ${request._id}`.execute(
        app.db,
      )
      expect(rows[0]?.kept).not.toContain('battery')
    })

    test('class: many requests: at most so many by one person', async () => {
      await setRules({ purge: true })
      const busy = await app.signIn(named(...bills))
      const { token } = busy
      const params = { id: await deletedBill() }
      for (let n = 0; n < consentLimits.waiting; n += 1)
        await asked('bills.purge', { params, token })
      expect(refusal(await ask('bills.purge', { params, token }))).toEqual([429, 'too_many'])
    })

    test('class: refused requests: at most so many within an hour', async () => {
      const busy = await app.signIn(named(...bills))
      const { token } = busy
      const params = { id: await deletedBill() }
      const codes = new Set<string>()
      for (let n = 0; n <= consentLimits.perHour; n += 1)
        codes.add((await ask('bills.purge', { params, token })).body.code)
      expect([...codes]).toEqual(['conflict', 'too_many'])
    })

    test('class: many records: of at most so many, and keeps the first ones', async () => {
      await setRules({ purge: true })
      const gone = { title: 'Many', deleted_at: '2026-01-01T00:00:00Z' }
      await create(app.db, 'bills', ...Array(consentLimits.shown + 5).fill(gone))
      const body = { area: 'bills', action: 'purge', all: { query: { search: 'Many' } } }
      const request = await asked('jobs.create', { body })
      expect(request['count']).toBe(consentLimits.shown + 5)
      const params = { id: request._id }
      const { body: seen } = await app.call('consents.details', { token: other.token, params })
      expect(seen.data.records).toHaveLength(consentLimits.shown)
      const notes = 'n'.repeat(9_000)
      await sql`update bills set notes = ${notes} where title = 'Many'`.execute(app.db)
      const large = await asked('jobs.create', { body })
      const { rows } = await sql<{ bytes: number; records: number }>`
        select sum(octet_length(before::text))::int as bytes, count(*)::int as records
        from consent_records where consent_id = ${large._id}`.execute(app.db)
      expect(rows[0]?.records).toBeGreaterThan(10)
      expect(rows[0]?.bytes).toBeLessThan(consentLimits.bytes * 1.1)
      await sql`insert into bills (id, number, title, payer_name, amount, currency, deleted_at)
        select gen_random_uuid(), 'M-' || n, 'Many', 'P', 1, 'EUR', now()
        from generate_series(1, ${consentLimits.records}) as n`.execute(app.db)
      expect(refusal(await ask('jobs.create', { body }))).toEqual([413, 'too_large'])
      await sql`delete from bills where title = 'Many'`.execute(app.db)
    }, 60_000)

    test('and forgotten long after', async () => {
      await setRules({ purge: true })
      const { _id } = await asked('bills.purge', { params: { id: await deletedBill() } })
      await sql`update consents set expires_at = now() - interval '91 days' where id = ${_id}`.execute(
        app.db,
      )
      expect(await forgetOldConsents(app.db)).toBe(1)
    })
  })
})
