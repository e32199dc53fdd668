import type { Steward } from './lib/steward.ts'
import { type Figure, printTable } from './lib/table.ts'

const people = 16
/** What so many people ask for in an hour when each presses something every five seconds. */
const hour = (people * 3_600) / 5
const parts = 6

const words = ['market', 'anna silva', 'the', 'example.com', 'fatima', 'zq']
const lists = ['admin/users/list', 'admin/post-feed', 'admin/bills']
const sorts = ['sort=-createdAt', 'sort=createdAt', 'status=inactive&type=member']

/**
 * Resident memory of the server after each sixth of an hour's equivalent: lists and their pages, near and far, searches letter
 * by letter, sums, the dashboard, and one call in twelve a deletion or its restoring. Sixteen people, each with a
 * session of their own, one call after the other without a pause.
 */
export async function memory(steward: Steward, databaseUrl: string | undefined): Promise<void> {
  const before = await steward.memory()
  if (before === undefined) return
  const sessions: Record<string, string>[] = []
  while (sessions.length < people) sessions.push(await steward.signIn())
  const after: number[] = []
  const refused = { searches: 0 }
  let n = 0
  for (let part = 1; part <= parts; part += 1) {
    const until = (hour / parts) * part
    const work = sessions.map(async (headers, person) => {
      const own = new Person(steward.url, headers, person, refused)
      while (n < until) {
        n += 1
        await own.press()
      }
    })
    await Promise.all(work)
    after.push((await steward.memory()) ?? Number.NaN)
  }
  const [first = Number.NaN] = after
  const last = after.at(-1) ?? Number.NaN
  const figures: Figure[] = [
    {
      what: `after each sixth of ${hour.toLocaleString('en')} calls`,
      value: after.map((each) => each.toFixed(0)).join(' '),
      beside: `${before.toFixed(0)} MB before`,
      ratio: last / before,
    },
    {
      what: 'after the last sixth, beside the first',
      value: `${last.toFixed(0)} MB`,
      beside: `${first.toFixed(0)} MB`,
      ratio: last / first,
      target: 1.1,
    },
    {
      what: 'the most of them beside 250 MB',
      value: `${Math.max(...after).toFixed(0)} MB`,
      beside: databaseUrl ? '250 MB' : 'the engine lives in it',
      ratio: Math.max(...after) / 250,
      ...(databaseUrl && { target: 1 }),
    },
  ]
  if (refused.searches > 0)
    console.log(`${refused.searches} searches took longer than five seconds and were refused (503)`)
  printTable('Memory of the server over the equivalent of an hour, resident; megabytes', figures)
}

/** Somebody who goes through the lists, in an order of their own. */
class Person {
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #refused: { searches: number }
  #n: number
  #shown: string[] = []

  constructor(
    url: string,
    headers: Record<string, string>,
    person: number,
    refused: { searches: number },
  ) {
    this.#refused = refused
    this.#url = url
    this.#headers = headers
    this.#n = person * 7
  }

  async press(): Promise<void> {
    this.#n += 1
    const n = this.#n
    const list = lists[n % lists.length] ?? ''
    const word = words[Math.floor(n / 12) % words.length] ?? ''
    const letters = word.slice(0, 1 + (n % word.length))
    const [record] = this.#shown
    switch (n % 12) {
      case 0:
        return this.#get('admin/dashboard')
      case 1:
        if (record === undefined) return
        await this.#send('DELETE', `admin/bills/${record}`)
        return this.#send('PUT', `admin/bills/${record}/restore`)
      case 2:
      case 3:
      case 4:
        return this.#get(`${list}?total=later&search=${encodeURIComponent(letters)}`)
      case 5:
        return this.#get(`${list}?page=${1 + ((n * 37) % 2_000)}`)
      case 6:
        return this.#get(`admin/bills/totals?search=${encodeURIComponent(letters)}`)
      case 7:
        return this.#get(`${lists[0]}?${sorts[n % sorts.length]}`)
      default:
        return this.#get(`${list}?page=${1 + (n % 5)}`)
    }
  }

  async #get(call: string): Promise<void> {
    const answer = await fetch(`${this.#url}/api/${call}`, { headers: this.#headers })
    const body = (await answer.json()) as { data?: { bills?: { _id: string }[] } }
    if (answer.status === 503 && call.includes('search=')) this.#refused.searches += 1
    else if (!answer.ok) throw new Error(`${call}: ${answer.status}`)
    const bills = body.data?.bills
    if (bills?.length) this.#shown = [bills[this.#n % bills.length]?._id ?? '']
  }

  async #send(method: string, call: string): Promise<void> {
    const answer = await fetch(`${this.#url}/api/${call}`, { method, headers: this.#headers })
    await answer.arrayBuffer()
    // Somebody else may have deleted or restored it just now.
    if (!answer.ok && ![404, 409].includes(answer.status))
      throw new Error(`${method} ${call}: ${answer.status}`)
  }
}
