// @vitest-environment jsdom
import type { EndpointName } from '@steward/contract/calls/routes'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fill, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, filesAndTexts, serve } from '../../testing/server.ts'
import { RoleMenu } from './role-actions.tsx'
import { saveRole } from './role-save.ts'
import type { RoleList } from './roles.queries.ts'
import { RolesPage } from './roles-page.tsx'

prepareScreens()

const role = { _id: 'r1', name: 'Support', status: 'active' } as const
const picture = new File(['picture'], 'a.webp', { type: 'image/webp' })
const roles = ['r1', 'r2'].map((_id) => ({ ...role, _id, name: `Support ${_id}` }))
const pagination = { page: 1, limit: 25, total: 60, totalPages: 3 }

/** Opens a list of roles. */
async function open(list: RoleList, at = '/roles') {
  const handler = ({ query }: { query: { page?: string } }) => ({
    data: { roles, pagination: { ...pagination, page: Number(query.page ?? 1) } },
  })
  serve({ 'roles.list': handler, 'roles.listInactive': handler, 'roles.listDeleted': handler })
  const shown = showScreen(<RolesPage list={list} />, { at })
  await screen.findByRole('button', { name: 'Actions for Support r1' })
  return shown
}

/** Opens the second page of a search, and sees by which call that is asked for. */
async function asks(list: RoleList, name: EndpointName, request: string) {
  await open(list, '/roles?page=2&name=Sup')
  expect(callsOf(name).map((call) => [call.request, call.query])).toEqual([
    [request, { page: '2', limit: '25', name: 'Sup' }],
  ])
}

/** Chooses an entry of the menu of a role. */
async function choose(label: string, of: { status: 'active' | 'deleted' } = role) {
  const { user } = showScreen(<RoleMenu record={{ ...role, ...of }} />)
  await user.click(await screen.findByRole('button', { name: 'Actions for Support' }))
  await user.click(await screen.findByRole('menuitem', { name: label }))
}

const save = (fields: Parameters<typeof saveRole>[1], base: typeof role | null) =>
  saveRole(new QueryClient(), fields, base)

describe('the calls of Roles, as the tables of specification section 7 have them', () => {
  it('POST · admin/role/create/role · role payload', async () => {
    serve({ 'roles.create': () => ({ message: 'Made' }) })
    await save({ name: 'Support', description: 'Answers people' }, null)
    expect(callsOf('roles.create')).toMatchObject([
      {
        request: 'POST admin/role/create/role',
        query: {},
        body: { name: 'Support', description: 'Answers people' },
      },
    ])
  })

  it('GET · admin/role/all/role · page, limit, name', () =>
    asks('roles', 'roles.list', 'GET admin/role/all/role'))

  it('GET · admin/role/get-all-inactive/role · page, limit, name', () =>
    asks('inactiveRoles', 'roles.listInactive', 'GET admin/role/get-all-inactive/role'))

  it('GET · admin/role/get-all-deleted/role · page, limit, name', () =>
    asks('deletedRoles', 'roles.listDeleted', 'GET admin/role/get-all-deleted/role'))

  it('PATCH · admin/role/update-status/role · payload', async () => {
    serve({ 'roles.updateStatus': () => ({ message: 'Done' }) })
    await choose('Deactivate')
    expect(await screen.findByText('Done')).toBeDefined()
    expect(callsOf('roles.updateStatus')).toMatchObject([
      {
        request: 'PATCH admin/role/update-status/role',
        query: {},
        body: { _id: 'r1', status: 'inactive' },
      },
    ])
  })

  it('PATCH · admin/role/restore/deleted/role/{id} · limit, page', async () => {
    serve({ 'roles.restore': () => ({ message: 'Back' }) })
    await choose('Restore', { status: 'deleted' })
    expect(await screen.findByText('Back')).toBeDefined()
    expect(callsOf('roles.restore')).toMatchObject([
      {
        request: 'PATCH admin/role/restore/deleted/role/r1',
        query: { limit: '25', page: '1' },
        body: null,
      },
    ])
  })

  it('DELETE · admin/role/delete/role/{id} · none', async () => {
    serve({ 'roles.delete': () => ({ message: 'Gone' }) })
    await choose('Delete')
    expect(await screen.findByText('Gone')).toBeDefined()
    expect(callsOf('roles.delete')).toMatchObject([
      { request: 'DELETE admin/role/delete/role/r1', query: {}, body: null },
    ])
  })

  it('PATCH · admin/role/update-image/role · multipart form data', async () => {
    serve({ 'roles.updateImage': () => ({ message: 'Done' }) })
    await save({ image: picture }, role)
    expect(callsOf('roles.updateImage')).toMatchObject([
      { request: 'PATCH admin/role/update-image/role', multipart: true, body: { _id: 'r1' } },
    ])
    expect(filesAndTexts('roles.updateImage').image).toBeInstanceOf(File)
  })

  it('PATCH · admin/role/update/role · payload not shown', async () => {
    serve({ 'roles.update': () => ({ message: 'Done' }) })
    await save({ name: 'Helpers' }, role)
    expect(callsOf('roles.update')).toMatchObject([
      {
        request: 'PATCH admin/role/update/role',
        query: {},
        body: { _id: 'r1', name: 'Helpers' },
      },
    ])
  })

  it('The role search uses the all-role path with only name.', async () => {
    const { user } = await open('roles')
    await fill(user, /^Search/, 'Sup')
    await waitFor(() => expect(callsOf('roles.list').at(-1)?.query).toEqual({ name: 'Sup' }))
    expect(callsOf('roles.list').at(-1)?.request).toBe('GET admin/role/all/role')
  })

  it('The search name is trimmed for the inactive and deleted role lists.', async () => {
    const { user } = await open('inactiveRoles')
    await fill(user, /^Search/, '  Sup  ')
    await waitFor(() => expect(callsOf('roles.listInactive').at(-1)?.query['name']).toBe('Sup'))
    cleanup()
    const deleted = await open('deletedRoles')
    await fill(deleted.user, /^Search/, '  Sup  ')
    await waitFor(() => expect(callsOf('roles.listDeleted').at(-1)?.query['name']).toBe('Sup'))
  })
})
