// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareApp, showApp } from '../../testing/app.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'

prepareApp()
const rules = { purge: false, ownerRoles: false, exportPeople: false, bulk: null, version: 1 }
const settings = (changed: object = {}) => ({
  message: 'Rules saved',
  data: { ...rules, mayChange: true, owners: 2, cannotWork: [], ...changed },
})
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })

test('keeps what one owner changes where another has saved something else', async () => {
  serve({ 'consents.rules': () => settings() })
  const { user } = showApp('/approvals/rules')
  await user.click(await box('Deleting permanently'))
  serve({
    'consents.rules': () => settings({ exportPeople: true, version: 2 }),
    'consents.saveRules': () => refusal(409, { message: 'Somebody else has saved it.' }),
  })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Somebody else has saved it.')).toBeDefined()
  await waitFor(async () => expect((await box('Exporting lists of people')).checked).toBe(true))
  expect((await box('Deleting permanently')).checked).toBe(true)
  serve({ 'consents.saveRules': () => settings({ purge: true, exportPeople: true, version: 3 }) })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(callsOf('consents.saveRules')).toHaveLength(2))
  expect(callsOf('consents.saveRules')[1]?.body).toEqual({
    ...rules,
    purge: true,
    exportPeople: true,
    version: 2,
  })
})
