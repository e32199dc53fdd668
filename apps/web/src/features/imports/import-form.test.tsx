// @vitest-environment jsdom
import type { BodySent } from '@steward/contract/calls/endpoints'
import type { ImportFile, ImportPreview } from '@steward/contract/imports/imports'
import type { Permission } from '@steward/contract/permissions/permissions'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { noteOwnServer } from '../../api/missing-calls.ts'
import { everything, only, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, held, serve } from '../../testing/server.ts'
import { ImportForm } from './import-form.tsx'
import { importKinds } from './kinds.ts'

prepareScreens()
beforeEach(() => noteOwnServer())

const file: ImportFile = {
  _id: 'f1',
  area: 'tasks',
  fileName: 'tasks.csv',
  size: 120,
  createdAt: '2026-11-20T10:00:00.000Z',
  fields: [
    { name: 'title', required: true, unique: false },
    { name: 'dueAt', required: false, unique: false },
  ],
}
const none = { texts: 0, examples: [] }
const noDates: ImportPreview['dates'] = {
  order: null,
  undecided: false,
  dayFirst: { dates: 0, example: null },
  monthFirst: { dates: 0, example: null },
  ambiguous: { dates: 0, samples: [] },
}
const preview = (more: Partial<ImportPreview> = {}): ImportPreview => ({
  columns: ['id', 'What', 'When'],
  rows: [['1', 'Call', '2026-01-01']],
  map: { title: 'What', dueAt: 'When' },
  notes: [],
  source: 'tasks',
  dates: noDates,
  checked: {
    read: 3,
    good: 3,
    bad: 0,
    already: 0,
    conflicts: 0,
    samples: [],
    elsewhere: [],
    failures: [],
  },
  survey: { rows: 3, missing: {}, fallbacks: {}, encoded: { unescape: none, entities: none } },
  ...more,
})
const checked = (more: Partial<ImportPreview['checked']>) =>
  preview({ checked: { ...preview().checked, ...more } })

const kind = importKinds['tasks']
const show = (can: (asked: Permission) => boolean = everything, onOther = () => {}) => {
  if (!kind) throw new Error('no such kind')
  return showScreen(
    <ImportForm file={file} kind={kind} jobId={null} onOther={onOther} onJob={() => {}} />,
    { can },
  )
}
/** What was last asked of the server. */
const asked = () => callsOf('imports.preview').at(-1)?.body as BodySent<'imports.preview'>
const theImport = () => screen.findByRole('button', { name: 'Import' })

test('while the file is read that alone is said, and it can be called off', async () => {
  const reading = held({ data: preview() })
  serve({ 'imports.preview': reading.handler })
  let calledOff = false
  const { user } = show(everything, () => {
    calledOff = true
  })
  expect(await screen.findByText('tasks.csv')).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Reading the file' })).toBeDefined()
  expect(screen.queryByRole('combobox', { name: 'Title' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(calledOff).toBe(true)
  reading.letGo()
  expect(await theImport()).toBeDefined()
  expect(screen.getByRole('combobox', { name: /^Title/ })).toHaveProperty('value', 'column:What')
})

test('it can be imported while the same preview is loaded anew', async () => {
  const again = held({ data: preview() })
  serve({
    'imports.preview': () =>
      callsOf('imports.preview').length > 1 ? again.handler() : { data: preview() },
  })
  const { client } = show()
  await waitFor(async () => expect(await theImport()).toHaveProperty('disabled', false))
  const loaded = client.invalidateQueries()
  await waitFor(() => expect(callsOf('imports.preview')).toHaveLength(2))
  expect(await theImport()).toHaveProperty('disabled', false)
  again.letGo()
  await loaded
})

test('dates that could be either are asked about, with samples of the file in both readings', async () => {
  const ambiguous = {
    dates: 1,
    samples: [{ text: '03/04/2026', line: 2, dayFirst: '2026-04-03', monthFirst: '2026-03-04' }],
  }
  serve({
    'imports.preview': ({ body }) => {
      const order = (body as BodySent<'imports.preview'>).dateOrder ?? null
      return { data: preview({ dates: { ...noDates, ambiguous, order, undecided: !order } }) }
    },
  })
  const { user } = show()
  const question = await screen.findByRole('radiogroup', { name: /03\/04\/2026/ })
  const row = screen.getByRole('row', { name: /line 2/ })
  expect(within(row).getByText(/Apr/)).toBeDefined()
  expect(within(row).getByText(/Mar/)).toBeDefined()
  expect(screen.getByText('Say how the dates are to be read.')).toBeDefined()
  expect(await theImport()).toHaveProperty('disabled', true)
  await user.click(within(question).getByRole('radio', { name: 'Day first' }))
  await waitFor(() => expect(asked().dateOrder).toBe('day-first'))
  await waitFor(async () => expect(await theImport()).toHaveProperty('disabled', false))
})

test('a bad row is corrected where it stands, which outlives a reload and can be taken back', async () => {
  const bad = {
    line: 3,
    reasons: [{ field: 'dueAt', reason: '"soon" is no time' }],
    raw: '2,Pay,soon',
    cells: { id: '2', What: 'Pay', When: 'soon' },
  }
  serve({
    'imports.preview': ({ body }) => {
      const { corrections = [] } = body as BodySent<'imports.preview'>
      const good = corrections.some(({ cells }) => cells['When'] === '2026-01-02')
      return { data: good ? checked({}) : checked({ good: 2, bad: 1, failures: [bad] }) }
    },
  })
  const { user } = show()
  const row = await screen.findByRole('group', { name: 'Line 3' })
  expect(within(row).getByText('Due at "soon" is no time')).toBeDefined()
  const cell = within(row).getByRole('textbox', { name: 'When' })
  await user.clear(cell)
  await user.type(cell, '2026-01-02')
  expect(await within(row).findByText('Corrected')).toBeDefined()
  expect(asked().corrections).toEqual([{ line: 3, cells: { When: '2026-01-02' } }])
  expect(sessionStorage.getItem('steward-draft:/import/f1')).toContain('2026-01-02')
  await user.click(within(row).getByRole('button', { name: 'Reset' }))
  await waitFor(() => {
    const again = screen.getByRole('group', { name: 'Line 3' })
    expect(within(again).getByText('Due at "soon" is no time')).toBeDefined()
    expect(within(again).getByRole('textbox', { name: 'When' })).toHaveProperty('value', 'soon')
  })
  expect(sessionStorage.getItem('steward-draft:/import/f1')).not.toContain('2026-01-02')
})

test('the same id with other content is shown with both sides, and somebody decides', async () => {
  const samples = [
    {
      line: 2,
      id: '1',
      _id: 'r1',
      shown: true,
      fields: [{ field: 'title', here: 'Victor von Doom', file: 'Wonder Woman' }],
    },
  ]
  const elsewhere = [{ source: 'marvel', rows: 2 }]
  serve({ 'imports.preview': () => ({ data: checked({ conflicts: 1, samples, elsewhere }) }) })
  const { user } = show()
  const table = await screen.findByRole('table', { name: 'Line 2, id 1' })
  expect(
    within(table).getByRole('row', { name: 'Title Victor von Doom Wonder Woman' }),
  ).toBeDefined()
  expect(screen.getByText(/has the id of a record with other content, which is kept/)).toBeDefined()
  await user.click(screen.getByRole('radio', { name: 'Overwrite it with the file' }))
  await waitFor(() => expect(asked().onConflict).toBe('overwrite'))
  await user.click(screen.getByRole('checkbox', { name: 'id' }))
  await user.click(await screen.findByRole('button', { name: 'It is “marvel”' }))
  await waitFor(() => expect(asked()).toMatchObject({ id: ['id'], source: 'marvel' }))
  expect(screen.getByRole('textbox', { name: 'Source' })).toHaveProperty('value', 'marvel')
})

test('who may not update sees that overwriting needs it', async () => {
  serve({ 'imports.preview': () => ({ data: checked({ conflicts: 1 }) }) })
  show(only({ module: 'Operations', submodule: 'Tasks', action: 'import' }))
  const overwrite = await screen.findByRole('radio', { name: 'Overwrite it with the file' })
  expect(overwrite).toHaveProperty('disabled', true)
  expect(screen.getByText(/needs the permission “.*Tasks.*edit.*”/)).toBeDefined()
})
