import { median } from './lib/processes.ts'
import type { Steward } from './lib/steward.ts'

/** What staff do with a list of people, as its query. */
const walks: [string, (total: number) => string][] = [
  ['first page', () => ''],
  ['status=inactive', () => 'status=inactive'],
  ['sort=name', () => 'sort=name'],
  ['sort=-lastActiveAt', () => 'sort=-lastActiveAt'],
  ['search, one word', () => 'search=fatima'],
  ['search, two words', () => 'search=anna%20silva'],
  ['search, three letters', () => 'search=ann'],
  ['search, nothing found', () => 'search=zzyzzyx'],
  ['page in the middle', (total) => `page=${Math.floor(total / 50)}`],
  ['last page', (total) => `page=${Math.ceil(total / 25)}`],
]

const times = 9

/**
 * One person, one request after the other: how long a page of the list of people takes with each
 * thing that is asked of it, beside the first page as it opens.
 */
export async function listWalk({ url, headers }: Steward): Promise<void> {
  const ask = async (query: string) => {
    const start = performance.now()
    const answer = await fetch(`${url}/api/admin/users/list?${query}`, { headers })
    const body = (await answer.json()) as { data: { pagination: { total: number } } }
    if (!answer.ok) throw new Error(`${query}: ${answer.status}`)
    return { ms: performance.now() - start, total: body.data.pagination.total }
  }
  const { total } = await ask('')
  console.log(`Walking the list of ${total.toLocaleString('en')} people (median of ${times})`)
  for (const [what, queryOf] of walks) {
    const query = queryOf(total)
    const found = await ask(query)
    const taken: number[] = []
    for (let time = 0; time < times; time += 1) taken.push((await ask(query)).ms)
    const of = `${found.total.toLocaleString('en')} found`
    console.log(`  ${what.padEnd(22)} ${median(taken).toFixed(1).padStart(7)} ms   ${of}`)
  }
  console.log('')
}
