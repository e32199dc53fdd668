// @vitest-environment jsdom

import type { EndpointName } from '@steward/contract/calls/routes'
import { permissionModules } from '@steward/contract/permissions/permissions'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { prepareApp, showApp } from '../testing/app.tsx'
import { refusal, serve } from '../testing/server.ts'

prepareApp()

const faults: [what: string, answer: () => Response, words: RegExp][] = [
  [
    'words of the server',
    () => refusal(422, { message: 'Refused', errors: [{ msg: 'The till is closed.' }] }),
    /The till is closed\./,
  ],
  [
    'a page of HTML',
    () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    /could not be read \(text\/html, status 200\)/,
  ],
  [
    'half an answer',
    () => new Response('{"data":{"us', { headers: { 'content-type': 'application/json' } }),
    /could not be read \(application\/json, status 200\)/,
  ],
]

const user = { _id: 'u1', name: 'Ada', type: 'member', email: 'ada@example.com' }
const page = { page: 1, limit: 100, total: 1, totalPages: 1 }
const screens: [path: string, call: EndpointName, answer: object, title: string, shown: string][] =
  [
    [
      '/dashboard',
      'dashboard.counts',
      { data: { counts: { bills: 4321 } } },
      'Counts couldn’t be loaded',
      '4,321',
    ],
    [
      '/users/u1',
      'users.details',
      { data: user },
      'This person could not be loaded',
      'ada@example.com',
    ],
    [
      '/tasks?view=board',
      'tasks.list',
      { data: { tasks: [{ _id: 't1', title: 'Water', status: 'todo' }], pagination: page } },
      'The tasks could not be loaded',
      'Water',
    ],
    [
      '/users/members',
      'permissions.own',
      { data: permissionModules(() => true) },
      'Your permissions couldn’t be loaded',
      'Ada',
    ],
  ]

describe.each(screens)('%s', (path, call, answer, title, shown) => {
  test.each(faults)(
    'says what went wrong by %s, and loads when asked again',
    async (_, fail, words) => {
      const lacking = () => refusal(404, { message: 'No such call' })
      serve({
        'dashboard.roles': () => ({ data: [] }),
        'dashboard.waiting': lacking,
        'auditLog.list': lacking,
        'users.list': () => ({ data: { users: [user], pagination: page } }),
        [call]: fail,
      })
      const { user: person } = showApp(path)
      expect(await screen.findByText(title)).toBeDefined()
      const main = within(screen.getByRole('main'))
      expect(main.getAllByText(words).length).toBeGreaterThan(0)
      expect(main.queryByText('Refused')).toBeNull()
      serve({ [call]: () => answer })
      await person.click(main.getByRole('button', { name: 'Retry' }))
      expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0)
      expect(screen.queryByText(title)).toBeNull()
    },
  )
})
