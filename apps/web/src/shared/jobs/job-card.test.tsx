// @vitest-environment jsdom

import { notAmongYours } from '@steward/contract/permissions/not-among-yours'
import { currentTranslator, setTranslator, translator } from '@steward/i18n/reader'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { serve } from '../../testing/server.ts'
import { dropAskFor, useAskFor } from '../../ui/permissions/ask-for.ts'
import { PermissionsProvider } from '../../ui/permissions/permitted.tsx'
import { JobCard } from './job-card.tsx'

prepareScreens()

test('a job asks for the records that conditions leave out, and for no other', async () => {
  const job = {
    _id: 'j2',
    area: 'bills',
    action: 'delete',
    status: 'done',
    reason: null,
    total: 3,
    progress: 1,
    changed: 1,
    unchanged: 0,
    failed: 2,
    canUndo: false,
    import: null,
  }
  const left = {
    _id: 'b1',
    name: 'B-1',
    message: 'Only small ones',
    template: notAmongYours,
    params: { permission: 'delete', records: 'bills' },
    errors: [],
  }
  const gone = { _id: 'b2', name: null, message: 'There is no such bill.', errors: [] }
  const pagination = { page: 1, limit: 100, total: 2, totalPages: 1 }
  serve({
    'jobs.details': () => ({ data: job }),
    'jobs.failures': () => ({ data: { failures: [left, gone], pagination } }),
  })
  showScreen(
    <PermissionsProvider can={() => true} loans={{ lent: [], mayAsk: true }}>
      <JobCard id="j2" />
    </PermissionsProvider>,
  )
  await userEvent.click(await screen.findByText('2 records could not be deleted'))
  await userEvent.click(await screen.findByRole('button', { name: 'Ask for 1 bill…' }))
  expect(useAskFor.getState().lacking).toEqual({
    permission: { module: 'Operations', submodule: 'Bills', action: 'delete' },
    records: [{ _id: 'b1', title: 'B-1' }],
  })
  dropAskFor()
})

test('what a job was stopped for, and could not do, is said in the reader’s language', async () => {
  const english = currentTranslator()
  onTestFinished(() => setTranslator(english))
  setTranslator(
    translator(
      { language: 'de', locale: 'de' },
      {
        '{name} is out.': [['name'], ' ist draußen.'],
        '{field} is wrong': [['field'], ' ist falsch'],
        'Line {line}': ['Zeile ', ['line']],
      },
    ),
  )
  const job = {
    _id: 'j1',
    area: 'bills',
    action: 'import',
    status: 'stopped',
    reason: 'Ada is out.',
    template: '{name} is out.',
    params: { name: 'Ada' },
    total: 5,
    progress: 0.5,
    changed: 4,
    unchanged: 0,
    failed: 1,
    canUndo: false,
    import: { _id: 'f1', fileName: 'bills.csv', hasReport: false },
  }
  const failure = {
    _id: null,
    name: 'Line 1234',
    line: 1234,
    message: 'total is wrong',
    template: '{field} is wrong',
    params: { field: 'total' },
    errors: [],
  }
  const pagination = { page: 1, limit: 100, total: 1, totalPages: 1 }
  serve({
    'jobs.details': () => ({ data: job }),
    'jobs.failures': () => ({ data: { failures: [failure], pagination } }),
  })
  showScreen(<JobCard id="j1" />)
  expect(await screen.findByText('Ada ist draußen.')).toBeDefined()
  const [item] = await screen.findAllByRole('listitem', { hidden: true })
  expect(item?.textContent).toBe('Zeile 1.234: total ist falsch')
})

test('an erasure that is done has left nothing, whatever it was estimated at', async () => {
  const job = {
    _id: 'j1',
    area: 'users',
    action: 'erase',
    status: 'done',
    reason: null,
    total: 18,
    progress: 1,
    changed: 9,
    unchanged: 0,
    failed: 0,
    canUndo: false,
  }
  serve({ 'jobs.details': () => ({ data: job }) })
  showScreen(<JobCard id="j1" />)
  expect(await screen.findByText(/Erased rows and files: 9\.$/)).toBeDefined()
  expect(screen.queryByText(/not processed/)).toBeNull()
})
