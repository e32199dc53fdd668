// @vitest-environment jsdom

import type { OwnCall } from '@steward/contract/calls/specified-calls'
import { permissionModules } from '@steward/contract/permissions/permissions'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareApp, showApp } from '../../testing/app.tsx'
import { held, refusal, serve } from '../../testing/server.ts'
import { integrationParts } from './parts.tsx'

prepareApp()

const parts = integrationParts.map(({ path, call }): [string, OwnCall] => [path, call])
const lookers = () => ({
  data: permissionModules(
    ({ submodule, action }) => submodule === 'Integrations' && action === 'list',
  ),
})

test.each(parts)('the part %s says that it loads, and can be tried again', async (path, call) => {
  const answer = held(null)
  const refuse = async () => {
    await answer.handler()
    return refusal(500, { message: 'Not now.' })
  }
  serve({ 'permissions.own': lookers, [call]: refuse })
  showApp(`/integrations/${path}`)
  const main = within(await screen.findByRole('main'))
  await main.findByRole('status', { name: 'Loading' })
  answer.letGo()
  await main.findByText('Not now.')
  expect(main.getByRole('button', { name: 'Retry' })).toBeDefined()
})

test.each([...parts.map(([path]) => `/${path}`), ''])(
  'integrations%s name the permission to whom they are not permitted',
  async (path) => {
    serve({ 'permissions.own': () => ({ data: permissionModules(() => false) }) })
    serve({ 'permissions.why': () => refusal(404, { message: 'No such call' }) })
    showApp(`/integrations${path}`)
    await screen.findByText('You don’t have access to this')
    expect(screen.getByText(/System · Integrations · see the list/)).toBeDefined()
  },
)
