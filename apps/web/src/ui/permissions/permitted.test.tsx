// @vitest-environment jsdom
import { permission } from '@steward/contract/permissions/permissions'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PermissionsProvider, Permitted } from './permitted.tsx'

afterEach(cleanup)

const bills = permission('Operations', 'Bills', 'list')
const tasks = permission('Operations', 'Tasks', 'list')

it('shows what is permitted and hides the rest', () => {
  render(
    <PermissionsProvider can={(asked) => asked.submodule === 'Tasks'}>
      <Permitted needs={bills}>one</Permitted>
      <Permitted needs={[bills, tasks]}>two</Permitted>
    </PermissionsProvider>,
  )
  expect(screen.queryByText('one')).toBeNull()
  expect(screen.getByText('two')).toBeDefined()
})

it('permits nothing where nobody said what is permitted', () => {
  const { container } = render(<Permitted needs={bills}>one</Permitted>)
  expect(container.textContent).toBe('')
})
