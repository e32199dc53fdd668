// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { everything, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { serve } from '../../testing/server.ts'
import type { NamedPerson } from '../../ui/form/named-person.ts'
import { PersonField } from './person-field.tsx'

prepareScreens()

function Field() {
  const [person, setPerson] = useState<NamedPerson>('')
  return <PersonField label="Host" value={person} onChange={setPerson} />
}

test('the suggestion that the arrow keys have reached is told, and Escape is theirs while they show', async () => {
  serve({ 'users.list': () => ({ data: { users: [{ _id: 'u1', name: 'Ada' }] } }) })
  const { user } = showScreen(<Field />, { can: everything })
  const field = await screen.findByRole('combobox', { name: 'Host' })
  await user.type(field, 'Ad')
  const option = await screen.findByRole('option', { name: 'Ada' })
  expect(field.getAttribute('aria-expanded')).toBe('true')
  expect(field.hasAttribute('data-mantine-stop-propagation')).toBe(true)
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(option.id))
  await user.keyboard('{Enter}')
  expect(screen.getByText('Has an account')).toBeDefined()
  expect(field.getAttribute('aria-expanded')).toBe('false')
  expect(field.hasAttribute('data-mantine-stop-propagation')).toBe(false)
})
