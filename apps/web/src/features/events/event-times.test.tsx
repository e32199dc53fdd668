// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Event } from '../../api/answers/records.ts'
import { replaceRecord } from '../../api/record-cache.ts'
import { fill, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, serve } from '../../testing/server.ts'
import { EventEditor } from './event-editor.tsx'
import { besideTime, whenWords } from './event-times.ts'

prepareScreens()

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Berlin'))
afterEach(() => void vi.unstubAllEnvs())

const now = Date.parse('2026-11-23T12:00:00Z')
const when = (startsAt: string, endsAt: string | null, timeZone: string | null) =>
  whenWords({ _id: 'e1', startsAt, endsAt, timeZone }, now)
const at = '2026-12-12T17:00:00.000Z'

// The blank before AM and PM is a narrow one.
const plain = (words: string | null) => words?.replaceAll(/\s/g, ' ')

test('says when an event is for the reader and at its own place', () => {
  const ends = '2026-12-12T20:00:00.000Z'
  expect(
    [
      when(at, ends, 'Europe/Lisbon'),
      when(at, null, 'Asia/Tokyo'),
      when(at, null, 'Europe/Madrid'),
      when(at, null, null),
      when(at, '2026-12-13T01:00:00.000Z', null),
      when('2031-01-01T12:00:00Z', null, 'Mars/Base'),
    ].map(plain),
  ).toEqual([
    'Sat, Dec 12, 6:00 PM – 9:00 PM your time; 5:00 PM in Lisbon',
    'Sat, Dec 12, 6:00 PM your time; Sun, Dec 13, 2:00 AM in Tokyo',
    'Sat, Dec 12, 6:00 PM, the same in Madrid',
    'Sat, Dec 12, 6:00 PM',
    'Sat, Dec 12, 6:00 PM – Sun, Dec 13, 2:00 AM',
    'Wed, Jan 1, 2031, 1:00 PM',
  ])
})

test('beside a time stands that of its place, where it is another one', () => {
  const beside = (timeZone: string) => plain(besideTime({ _id: 'e1', timeZone })(Date.parse(at)))
  expect(beside('Europe/Lisbon')).toBe('5:00 PM in Lisbon')
  expect(beside('Europe/Madrid')).toBeUndefined()
})

const event = { _id: 'e1', title: 'Walk', startsAt: at, timeZone: 'Europe/Lisbon', version: 2 }
const starts = () => screen.getByLabelText<HTMLInputElement>('Starts')
const save = (name: string) => screen.getByRole('button', { name })
const sent = () => callsOf('events.update').map(({ body }) => body)
const answer = () => serve({ 'events.update': () => ({ message: '', data: event }) })

test('times are typed by the clocks of the place, and keep their clock time in another zone', async () => {
  const done = vi.fn()
  const { user } = showScreen(<EventEditor record={event} leave={done} />)
  answer()
  await screen.findByLabelText('Starts')
  expect(starts().value).toBe('2026-12-12T17:00')
  const field = screen.getByRole('combobox', { name: 'Time zone' })
  await user.click(field)
  await user.clear(field)
  await user.paste('tokyo')
  await user.click(await screen.findByRole('option', { name: /Asia\/Tokyo · UTC\+9/ }))
  await user.click(save('Save event'))
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent()).toEqual([
    {
      timeZone: 'Asia/Tokyo',
      startsAt: '2026-12-12T08:00:00.000Z',
      endsAt: null,
      version: 2,
    },
  ])
})

test('a time that the clocks leave out is refused, and of one that comes twice is asked which', async () => {
  const done = vi.fn()
  const { user } = showScreen(<EventEditor record={event} leave={done} />)
  answer()
  await screen.findByLabelText('Starts')
  fireEvent.change(starts(), { target: { value: '2026-03-29T01:30' } })
  expect(screen.getByText(/01:30 doesn’t exist on that day in Lisbon/)).toBeDefined()
  await user.click(save('Save event'))
  expect(sent()).toEqual([])
  fireEvent.change(starts(), { target: { value: '2026-10-25T01:30' } })
  const which = screen.getByRole('combobox', { name: 'Starts: which one' })
  expect(which.textContent).toContain('UTC+1')
  await user.selectOptions(which, '#2')
  await fill(user, 'Location', 'The old harbour')
  await user.click(save('Save event'))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({ startsAt: '2026-10-25T01:30:00.000Z' })
})

test('the zone that an event has stays when it is chosen again', async () => {
  const { user } = showScreen(<EventEditor record={event} leave={() => {}} />)
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Time zone' })
  await user.click(field)
  await user.click(await screen.findByRole('option', { name: /Europe\/Lisbon/ }))
  expect(field.value).toBe('Europe/Lisbon')
  expect(starts().value).toBe('2026-12-12T17:00')
})

test('a new event of a day stands unsaved only once something is typed', async () => {
  const { user } = showScreen(<EventEditor record={null} start="2026-12-12" leave={() => {}} />)
  await screen.findByLabelText('Starts')
  expect(starts().value).toBe('2026-12-12T18:00')
  const draft = () => sessionStorage.getItem('steward-draft:/events/new')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(draft()).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Walk')
  await waitFor(() => expect(draft()).toBe('{"title":"Walk"}'))
})

test('a cancelled event is so on the calendar at once, and taken back where that fails', () => {
  const client = new QueryClient()
  const month = ['events.month', {}, '2026-12']
  client.setQueryData(month, {
    rows: [{ id: 'e1', record: { ...event, status: 'scheduled' } }],
    left: 0,
  })
  const rollback = replaceRecord<Event>(client, 'events', 'e1', { status: 'cancelled' })
  const status = () =>
    client.getQueryData<{ rows: { record: { status?: string } }[] }>(month)?.rows[0]?.record.status
  expect(status()).toBe('cancelled')
  rollback()
  expect(status()).toBe('scheduled')
})
