// @vitest-environment jsdom

import { currentTranslator, setTranslator, translator } from '@steward/i18n/reader'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { serve } from '../../testing/server.ts'
import { JobCard } from './job-card.tsx'

prepareScreens()

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
