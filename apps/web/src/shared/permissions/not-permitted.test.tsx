// @vitest-environment jsdom
import { permission } from '@steward/contract/permissions/permissions'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { NotPermitted } from './not-permitted.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const bills = permission('Operations', 'Bills', 'list')

const answer = (body: object, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))

const showRefusal = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NotPermitted permission={bills} />
    </QueryClientProvider>,
  )

it('names the permission that is missing, and the people who can grant it', async () => {
  const granters = [{ _id: 'u1', name: 'Ada Lovelace', image: null, role: { name: 'Team lead' } }]
  answer({ message: '', data: { permission: bills, held: false, role: 'Moderator', granters } })
  const { container } = showRefusal()
  expect(container.textContent).toContain('Operations · Bills · see the list')
  expect(await screen.findByText('Ada Lovelace')).toBeDefined()
  expect(container.textContent).toContain('Moderator')
  expect(container.textContent).toContain('Team lead')
})

it('says who helps where the server can’t', async () => {
  answer({ message: 'No such call' }, 404)
  showRefusal()
  expect(await screen.findByText(/An owner or somebody/)).toBeDefined()
})
