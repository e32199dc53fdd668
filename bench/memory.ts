import type { Steward } from './lib/steward.ts'
import { type Figure, printTable } from './lib/table.ts'

const people = 16
/** The number of actions in an hour of people who each press something every five seconds. */
const hour = (people * 3_600) / 5
const parts = 6

const words = ['market', 'anna silva', 'the', 'example.com', 'fatima', 'zq']
const lists = ['admin/users/list', 'admin/post-feed', 'admin/bills']
const sorts = ['sort=-createdAt', 'sort=createdAt', 'status=inactive&type=member']

/** Measures resident memory while sixteen sessions list, search and delete as much as in an hour. */
export async function memory(steward: Steward): Promise<void> {
  const before = await steward.memory()
  if (before === undefined) return
  let refused = 0
  const persons: (() => Promise<unknown>)[] = []
  while (persons.length < people) {
    const headers = await steward.signIn()
    persons.push(presserOf(steward, headers, persons.length, () => (refused += 1)))
  }
  const after: number[] = []
  let n = 0
  while (after.length < parts) {
    const until = (hour / parts) * (after.length + 1)
    const work = persons.map(async (press) => {
      for (; n < until; n += 1) await press()
    })
    await Promise.all(work)
    after.push((await steward.memory()) ?? Number.NaN)
  }
  const [first = Number.NaN] = after
  const last = after.at(-1) ?? Number.NaN
  const beside = (what: string, value: number, reference: number, words = 'MB'): Figure => ({
    what,
    value: `${value.toFixed(0)} MB`,
    beside: `${reference.toFixed(0)} ${words}`,
    ratio: value / reference,
  })
  const bound = beside('the most of them beside 250 MB', Math.max(...after), 250)
  if (refused > 0)
    console.log(`${refused} searches took longer than five seconds and were refused (503)`)
  printTable('Memory of the server over the equivalent of an hour, resident; megabytes', [
    {
      ...beside(`after each sixth of ${hour.toLocaleString('en')} calls`, last, before, 'before'),
      value: after.map((each) => each.toFixed(0)).join(' '),
    },
    { ...beside('after the last sixth, beside the first', last, first), target: 1.1 },
    steward.databaseUrl ? { ...bound, target: 1 } : { ...bound, beside: 'the engine lives in it' },
  ])
}

/** Returns a function that makes the next call of a session. */
function presserOf(
  { call }: Steward,
  headers: Record<string, string>,
  person: number,
  onRefused: () => void,
): () => Promise<unknown> {
  let n = person * 7
  let shown: string | undefined
  const get = async (path: string) => {
    const allowed = path.includes('search=') ? [503] : []
    const answer = await call<{ bills?: { _id: string }[] } | undefined>(path, { headers, allowed })
    if (answer.status === 503) onRefused()
    const bills = answer.data?.bills ?? []
    if (bills.length > 0) shown = bills[n % bills.length]?._id
  }
  return async () => {
    n += 1
    const list = lists[n % lists.length]
    const word = words[Math.floor(n / 12) % words.length] ?? ''
    const letters = encodeURIComponent(word.slice(0, 1 + (n % word.length)))
    switch (n % 12) {
      case 0:
        return await get('admin/dashboard')
      case 1: {
        if (shown === undefined) return
        // Another session may have deleted or restored the record.
        const allowed = [404, 409]
        await call(`admin/bills/${shown}`, { method: 'DELETE', headers, allowed })
        return await call(`admin/bills/${shown}/restore`, { method: 'PUT', headers, allowed })
      }
      case 2:
      case 3:
      case 4:
        return await get(`${list}?total=later&search=${letters}`)
      case 5:
        return await get(`${list}?page=${1 + ((n * 37) % 2_000)}`)
      case 6:
        return await get(`admin/bills/totals?search=${letters}`)
      case 7:
        return await get(`${lists[0]}?${sorts[n % sorts.length]}`)
      default:
        return await get(`${list}?page=${1 + (n % 5)}`)
    }
  }
}
