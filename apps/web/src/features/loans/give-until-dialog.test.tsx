// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import { GiveUntilDialog } from './give-until-dialog.tsx'

prepareScreens()

test('says at each field what is missing or wrong, and keeps what is typed', async () => {
  serve({
    'roles.listAssignable': () => ({ data: [{ _id: 'r1', name: 'Moderator', image: null }] }),
    'temporaryRoles.give': () =>
      refusal(422, {
        message: 'Wrong',
        errors: [{ msg: 'Must be within 90 days', path: 'until' }],
      }),
  })
  const { user } = showScreen(<GiveUntilDialog id="u1" name="Ada" />)
  const give = await screen.findByRole('button', { name: 'Give role' })
  await user.click(give)
  const role = screen.getByRole('combobox', { name: 'Role' })
  await waitFor(() => expect(document.activeElement).toBe(role))
  expect(screen.getByText('Say why')).toBeDefined()
  expect(callsOf('temporaryRoles.give')).toEqual([])

  await user.selectOptions(role, await screen.findByRole('option', { name: 'Moderator' }))
  const reason = screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' })
  await user.type(reason, 'Holidays')
  await user.click(give)
  expect(await screen.findByText('Must be within 90 days')).toBeDefined()
  expect(screen.getByLabelText(/^Until/).getAttribute('aria-invalid')).toBe('true')
  expect(reason.value).toBe('Holidays')
  expect(callsOf('temporaryRoles.give')).toHaveLength(1)
})
