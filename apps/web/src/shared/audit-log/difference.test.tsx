// @vitest-environment jsdom
import { permissionModules } from '@steward/contract/permissions/permissions'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { refusal, serve } from '../../testing/server.ts'
import { Difference } from './difference.tsx'

prepareScreens()

type Entry = Parameters<typeof Difference>[0]['entry']

/** What a field says, as it is read out. */
async function told(entry: Entry, currency?: string) {
  showScreen(<Difference entry={entry} currency={currency} />)
  const section = await screen.findByRole('region', { name: /^(What|Details)/ })
  const labels = within(section).getAllByRole('term')
  const values = within(section).getAllByRole('definition')
  const words = (element: Element) => element.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
  return Object.fromEntries(labels.map((label, at) => [words(label), words(values[at] as Element)]))
}

const change = (area: Entry['area'], before: object, after: object): Entry => ({
  action: 'update',
  area: area ?? 'bills',
  before: { ...before },
  after: { ...after },
})

describe('a field before and after', () => {
  test('a name in Arabic with an emoji, whole and in its own direction', async () => {
    const name = 'محمد عبد الرحمن بن عبد الله الأنصاري 🎉🎊🥳'
    expect([...name]).toHaveLength(40)
    expect(await told(change('users', { name: 'Mo' }, { name }))).toEqual({
      Name: `was Mo, now ${name}`,
    })
    expect(screen.getByText(name).getAttribute('dir')).toBe('auto')
  })

  test('nothing, and then something; something, and then nothing', async () => {
    const [before, after] = [
      { phone: null, location: 'Berlin' },
      { phone: '+49 30 1', location: null },
    ]
    expect(await told(change('users', before, after))).toEqual({
      Phone: 'was —none, now +49 30 1',
      Location: 'was Berlin, now —none',
    })
  })

  test('a value that was erased, of either side', async () => {
    const entry = change('users', { phone: null }, { phone: '+49 30 1' })
    expect(await told({ ...entry, erased: ['before.name', 'after.name', 'before.phone'] })).toEqual(
      {
        Name: 'was Erased, now Erased',
        Phone: 'was Erased, now +49 30 1',
      },
    )
  })

  test('amounts in their currencies, which stand nowhere else', async () => {
    const before = { amount: 123_456, currency: 'EUR' }
    expect(await told(change('bills', before, { amount: 5, currency: 'KWD' }))).toEqual({
      Amount: 'was €1,234.56, now KWD 0.005',
    })
  })

  test('an amount whose currency didn’t change takes that of the record', async () => {
    expect(await told(change('bills', { amount: 1 }, { amount: 2 }), 'JPY')).toEqual({
      Amount: 'was ¥1, now ¥2',
    })
  })

  test('an amount of which nobody knows the currency says so', async () => {
    expect(await told(change('bills', { amount: 1000 }, { amount: 2 }))).toEqual({
      Amount: 'was 1,000 in minor units, now 2 in minor units',
    })
  })

  test('another currency alone', async () => {
    expect(await told(change('bills', { currency: 'EUR' }, { currency: 'USD' }))).toEqual({
      Currency: 'was EUR, now USD',
    })
  })

  test('states, flags and persons; in the order of the record', async () => {
    const before = { host: { _id: 'u1', name: 'Ada' }, online: false, status: 'scheduled' }
    const after = { host: { _id: null, name: 'The choir' }, online: true, status: 'cancelled' }
    const words = await told(change('events', before, after))
    expect(Object.entries(words)).toEqual([
      ['Online', 'was No, now Yes'],
      ['Host', 'was AAda, now TCThe choir'],
      ['Status', 'was Scheduled, now Cancelled'],
    ])
    expect(screen.getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe('/users/u1')
  })

  test('times in words, the exact one on hover', async () => {
    const at = '2026-03-03T14:05:00.000Z'
    await told(change('bills', { paidAt: null }, { paidAt: at }))
    const time = document.querySelector('time')
    expect(time?.dateTime).toBe(at)
    expect(time?.textContent).toMatch(/3.*2026/)
    expect(time?.title).toMatch(/March/)
  })

  test('days without an hour', async () => {
    await told(change('bills', { dueAt: null }, { dueAt: '2025-03-03T00:00:00.000Z' }))
    expect(document.querySelector('time')?.textContent).toBe('Mar 3, 2025')
  })

  test('what a role asks of a sign-in, and a category above', async () => {
    const before = { maxSessions: null, idleMinutes: 1, requireSecondFactor: false }
    const after = { maxSessions: 2, idleMinutes: null, requireSecondFactor: true }
    expect(await told(change('roles', before, after))).toEqual({
      'Second factor': 'was Optional, now Required',
      'Concurrent sessions': 'was Server default, now Up to 2',
      'Signed out': 'was After 1 minute of inactivity, now Server default',
    })
  })

  test('pictures as thumbnails, with words for who can’t see them', async () => {
    const after = { image: '/uploads/b.png' }
    expect(await told(change('categories', { image: null }, after))).toEqual({
      Picture: 'was —none, now a picture',
    })
    expect(document.querySelector('img')?.getAttribute('src')).toMatch(/\/uploads\/b\.png$/)
  })

  test('fields that nobody knows here are told all the same', async () => {
    const before = { soldTo: null, isRare: false, parts: ['a', 'b'], size: 1000, more: { a: 1 } }
    const after = { soldTo: 'Ada', isRare: true, parts: ['b', 'c'], size: 2000, more: { a: 2 } }
    expect(await told(change('bills', before, after))).toEqual({
      'Sold to': 'was —none, now Ada',
      'Is rare': 'was No, now Yes',
      Parts: 'Added (1)cRemoved (1)a',
      Size: 'was 1,000, now 2,000',
      More: 'was {"a":1}, now {"a":2}',
    })
  })

  test('what stands there unchanged is left out, and nothing at all draws nothing', async () => {
    expect(
      await told(change('bills', { title: 'A', notes: 'x' }, { title: 'B', notes: 'x' })),
    ).toEqual({ Title: 'was A, now B' })
  })

  test('nothing is drawn where no field tells', async () => {
    showScreen(
      <>
        Here
        <Difference entry={{ area: 'accounts', action: 'sign-in', before: null, after: null }} />
        <Difference entry={change('bills', { title: 'A' }, { title: 'A' })} />
      </>,
    )
    await screen.findByText('Here')
    expect(screen.queryByRole('term')).toBeNull()
  })
})

describe('lists', () => {
  test('a role’s permissions: those added and those taken, by their whole names', async () => {
    const before = permissionModules(({ submodule }) => submodule === 'Tasks')
    const after = permissionModules(
      ({ submodule, action }) =>
        submodule === 'Bills' || (submodule === 'Tasks' && action === 'list'),
    )
    await told(change('roles', { permissions: before }, { permissions: after }))
    const items = (title: string) => {
      const side = screen.getByText(title).parentElement as HTMLElement
      return within(side)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    }
    expect(items('Added (6)')).toEqual([
      'Operations · Bills · see the list',
      'Operations · Bills · create',
      'Operations · Bills · edit',
      'Operations · Bills · delete',
      'Operations · Bills · import',
      'Operations · Bills · delete permanently',
    ])
    expect(items('Removed (6)')).toEqual([
      'Operations · Tasks · create',
      'Operations · Tasks · edit',
      'Operations · Tasks · comment',
      'Operations · Tasks · delete',
      'Operations · Tasks · import',
      'Operations · Tasks · delete permanently',
    ])
  })

  test('images and questions', async () => {
    expect(
      await told(
        change('posts', { images: ['/a.png', '/b.png'] }, { images: ['/b.png', '/c.png'] }),
      ),
    ).toEqual({ Images: 'Added (1)Image 2Removed (1)Image 1' })
    const question = (...options: string[]) => ({
      text: 'Which day?',
      options: options.map((text) => ({ text, votes: 0 })),
    })
    showScreen(
      <Difference
        entry={change('polls', { questions: [] }, { questions: [question('Mon', 'Tue')] })}
      />,
    )
    expect(await screen.findByText('Which day? (Mon, Tue)')).toBeDefined()
  })

  test('another order, and the same once more', async () => {
    expect(await told(change('posts', { images: ['/a', '/b'] }, { images: ['/b', '/a'] }))).toEqual(
      {
        Images: 'Reordered',
      },
    )
    document.body.replaceChildren()
    expect(await told(change('posts', { images: ['/a'] }, { images: ['/a', '/a'] }))).toEqual({
      Images: 'Added (1)Image 2',
    })
  })
})

describe('long texts', () => {
  const start = 'The hall was rented for three evenings in March, and the key is with Ada.'

  test('word by word, with words beside the colours', async () => {
    const after = start.replace('three', 'four')
    expect((await told(change('bills', { notes: start }, { notes: after })))['Notes']).toBe(
      'The hall was rented for [was: three ] [now: four ] evenings in March, and the key is with Ada.',
    )
    expect(document.querySelector('del')?.textContent).toContain('three')
    expect(document.querySelector('ins')?.textContent).toContain('four')
  })

  test('what didn’t change is folded, and unfolds', async () => {
    const many = `${start} `.repeat(20)
    const { user } = showScreen(
      <Difference entry={change('bills', { notes: many }, { notes: `${many}End` })} />,
    )
    const field = await screen.findByRole('definition')
    const short = field.textContent?.length ?? 0
    expect(short).toBeLessThan(400)
    await user.click(screen.getByRole('button', { name: 'Show the whole text' }))
    expect(field.textContent?.length).toBeGreaterThan(20 * start.length)
  })

  test('with little in common, one after the other', async () => {
    const after = 'Nobody ever paid a thing here; it has been given away to some other group.'
    expect((await told(change('bills', { notes: start }, { notes: after })))['Notes']).toBe(
      `Was${start}Now${after}`,
    )
  })
})

describe('whole records', () => {
  const bill = {
    number: 'B-1',
    title: 'Rent',
    amount: 1250,
    currency: 'EUR',
    status: 'due',
    payer: { _id: null, name: 'Ada' },
    notes: null,
    dueAt: null,
    deletedAt: null,
  }
  const whole = { Number: 'B-1', Title: 'Rent', Amount: '€12.50', Status: 'Due', Payer: 'AAda' }

  test('a deletion tells what was there, as far as it was filled in', async () => {
    expect(await told({ action: 'delete', area: 'bills', before: bill, after: null })).toEqual(
      whole,
    )
    expect(screen.getByRole('region', { name: 'What was deleted' })).toBeDefined()
  })

  test('a creation tells what is there now', async () => {
    expect(await told({ action: 'create', area: 'bills', before: null, after: bill })).toEqual(
      whole,
    )
    expect(screen.getByRole('region', { name: 'What was created' })).toBeDefined()
  })

  test('an export tells what was taken', async () => {
    const after = { rows: 12_000, columns: ['number', 'title'], query: { status: ['due'] } }
    expect(await told({ action: 'export', area: 'bills', before: null, after })).toEqual({
      Rows: '12,000',
      Columns: 'numbertitle',
      'Search and filters': '{"status":["due"]}',
    })
  })
})

describe('a condition of a role', () => {
  const [ada, gone] = [
    '0197a4e2-0000-7000-8000-0000000000a1',
    '0198b5f3-0000-7000-8000-0000000000b2',
  ]
  const ofPosts = (where: object) => ({
    module: 'Community',
    submodule: 'Feed posts',
    action: 'list',
    where,
  })

  test('names whom and what it names, though the entry knows ids alone; the rest is unknown', async () => {
    serve({
      'categories.list': () => ({ data: { categories: [{ _id: 'c1', name: 'Garden' }] } }),
      'users.details': ({ params }) =>
        params['id'] === ada
          ? { data: { _id: ada, name: 'Ada' } }
          : refusal(404, { message: 'Gone' }),
    })
    const conditions = [ofPosts({ category: ['c1'] }), ofPosts({ author: [ada, gone] })]
    showScreen(<Difference entry={change('roles', { conditions: [] }, { conditions })} />)
    expect(await screen.findByText(/only feed posts with category is Garden$/)).toBeDefined()
    expect(await screen.findByText(/author is Ada or unknown \(0198b5f3…\)$/)).toBeDefined()
  })

  test('two that read alike are two', async () => {
    serve({ 'categories.list': () => ({ data: { categories: [] } }) })
    const before = [ofPosts({ category: [gone] })]
    const after = [ofPosts({ category: [`${gone.slice(0, -1)}3`] })]
    showScreen(
      <Difference entry={change('roles', { conditions: before }, { conditions: after })} />,
    )
    expect(await screen.findByText('Added (1)')).toBeDefined()
    const texts = () => screen.getAllByText(/category is unknown \(0198b5f3…\)$/)
    await waitFor(() => expect(texts()).toHaveLength(2))
  })
})
