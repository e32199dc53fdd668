import { t } from './lib/messages.ts'
import { rangeOf } from './lib/phrases.ts'
import { onlyAtScale } from './lib/scale.ts'
import { openAs } from './lib/signed-in.ts'
import type { SpecOnlyOptions } from './spec-only-server/options.ts'
import { expect, test } from './spec-only-server/test.ts'

type Json = Record<string, unknown>

/** Signs in and makes calls without a browser. */
async function callsOf({ url }: { url: string }) {
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const answer = await fetch(`${url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json().catch(() => null)) as Json | null }
  }
  const { body } = await call('POST', 'api/auth/admin-login', {})
  const data = body?.['data'] as Json | undefined
  const token = String(data?.['token'])
  return (method: string, path: string, sent?: unknown) => call(method, path, sent, token)
}

const ids = (numbers: number[]) => numbers.map((n) => ({ _id: `b${n}` }))
const query = 'api//admin/bills?page=2&limit=2&search=nothing'
const variants: [Partial<SpecOnlyOptions>, Json][] = [
  [{ paging: 'whole' }, { data: { bills: ids([1, 2, 3, 4, 5]) } }],
  [{ paging: 'silent' }, { data: { bills: ids([3, 4]) } }],
  [
    { paging: 'pagination' },
    {
      data: { bills: ids([3, 4]), pagination: { page: 2, limit: 2, total: 5, totalPages: 3 } },
    },
  ],
  [
    { paging: 'meta' },
    {
      data: { bills: ids([3, 4]) },
      meta: { page: 2, limit: 2, totalCount: 5, pageCount: 3 },
    },
  ],
  [{ paging: 'totalCount' }, { data: { bills: ids([3, 4]), totalCount: 5 } }],
  [{ paging: 'skip' }, { data: { bills: ids([1, 2]), total: 5, skip: 0, limit: 2 } }],
  [{ paging: 'whole', filters: 'honoured' }, { data: { bills: [] } }],
]

test.use({ specOnly: { size: { bills: 5 } } })

test('the spec-only server pages its lists as it is told', async ({ server }) => {
  const call = await callsOf(server)
  for (const [options, body] of variants) {
    server.setOptions({ filters: 'ignored', ...options })
    expect(await call('GET', query), JSON.stringify(options)).toEqual({ status: 200, body })
  }
})

test('what is written stays, whatever the write answers', async ({ server }) => {
  const call = await callsOf(server)
  const write = () => call('PUT', 'api/admin/bills/b2', { data: { title: 'Lamps' } })
  const answers: [SpecOnlyOptions['writes'], number, unknown][] = [
    ['empty', 200, {}],
    ['none', 204, null],
    ['record', 200, { data: { _id: 'b2', title: 'Lamps' } }],
    ['named', 200, { data: { bill: { _id: 'b2', title: 'Lamps' } } }],
    ['message', 200, { message: 'The server has written the bill.' }],
  ]
  for (const [writes, status, body] of answers) {
    server.setOptions({ writes })
    expect(await write(), writes).toEqual({ status, body })
  }
  await call('DELETE', 'api/admin/bills/b1')
  const { body } = await call('GET', 'api/admin/bills')
  expect(body).toEqual({ data: { bills: [{ _id: 'b2', title: 'Lamps' }, ...ids([3, 4, 5])] } })
})

test('it knows the calls of the specification alone, and its sessions', async ({ server }) => {
  const call = await callsOf(server)
  expect((await call('GET', 'api/admin/bills/totals')).status).toBe(404)
  expect((await call('PUT', 'api/admin/bills/b1/restore')).status).toBe(404)
  await call('POST', 'api/admin/logout')
  expect((await call('GET', 'api/admin/bills')).status).toBe(401)
})

test('faults are switched from outside while it runs', async ({ server }) => {
  const call = await callsOf(server)
  await call('POST', '__control', { fault: 'GET admin/bills=failing:422:array-of-msg' })
  expect(await call('GET', 'api/admin/bills')).toEqual({
    status: 422,
    body: {
      message: 'The request was refused with status 422.',
      errors: [{ msg: 'The server has had an accident.' }],
    },
  })
  expect((await call('GET', 'api/admin/tasks')).status).toBe(200)
  await call('POST', '__control', { heal: '*', options: { paging: 'meta' } })
  expect((await call('GET', 'api/admin/bills')).body).toHaveProperty('meta')
  expect((await call('POST', '__control', { fault: 'GET admin/nothing=slow' })).status).toBe(400)
})

test('what a list begins with is left out where no record tells of it', async ({
  page,
  server,
}) => {
  onlyAtScale(test)
  await openAs(page, server, '/tasks')
  await expect(page.getByText(rangeOf(1, 6, 6))).toBeVisible()
  await expect(
    page.getByRole('button', {
      name: new RegExp(
        ['Add filter', 'Match all of the filters', 'Clear all'].map((each) => t(each)).join('|'),
      ),
    }),
  ).toHaveCount(0)
  await expect(page.getByText(t('Assignee'))).toHaveCount(0)
})
