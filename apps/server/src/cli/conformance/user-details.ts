import { type Check, tryCall } from './check.ts'
import { isRecord } from './client.ts'
import { dataOf, idOf, type Row } from './reading.ts'

/** Reads one user, and adds what came of it to the findings. */
export async function detailsOf(check: Check, id: string): Promise<Row | null> {
  const answer = await tryCall(check, 'users.details', { params: { id } }, (came) => {
    const data = dataOf(came)
    if (idOf(data) === id) return null
    const words = idOf(data) === null ? 'data holds no _id nor id' : 'data is another user'
    return { words, usable: isRecord(data) && idOf(data) === null }
  })
  const data = answer && dataOf(answer)
  return isRecord(data) ? data : null
}
