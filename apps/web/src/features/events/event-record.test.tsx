// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { EventRecord } from './event-record.tsx'

prepareScreens()

const event = {
  _id: 'e1',
  title: 'Soup night',
  startsAt: '2020-05-02T17:00:00.000Z',
  endsAt: '2020-05-02T19:30:00.000Z',
}
const show = (more: object = {}) =>
  showScreen(<EventRecord record={{ ...event, ...more }} onDone={() => {}} />)
const labels = () => [...document.querySelectorAll('dt')].map(({ textContent }) => textContent)

test('says once when it takes place, and how far that is', async () => {
  show()
  const when = (await screen.findByText('When')).nextElementSibling
  expect(when?.textContent).toMatch(/^Sat, May 2, 2020.*–.*\(\d+ years ago\)$/)
  expect(labels()).not.toContain('Starts')
  expect(labels()).not.toContain('Ends')
  // Nothing is said of a zone that nobody gave, and the title stands above.
  expect(labels()).not.toContain('Time zone')
  expect(screen.queryByText('Soup night')).toBeNull()
})

test('names the zone of its place', async () => {
  show({ timeZone: 'Asia/Tokyo' })
  expect(await screen.findByText('Asia/Tokyo')).toBeDefined()
})
