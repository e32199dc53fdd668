import { type Area, areas } from '@steward/contract/areas/areas'
import { areaFields } from '@steward/contract/areas/listings'
import { endpoints } from '@steward/contract/calls/endpoints'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { specifiedCalls } from '@steward/contract/calls/specified-calls'
import { detailsOf, probe } from './calls.ts'
import { type Check, judge, type MadeArea, type MadeRecord, type Sent, send } from './check.ts'
import { type Answer, findList, idOf, isSuccess, type Row, recordIn, textOf } from './client.ts'
import { type Difference, isSpecified, unusable, usable } from './findings.ts'
import { areaOf, listKey } from './lists.ts'

export const madeAreas = Object.keys(areas).filter(
  (area) => `${area}.create` in routes,
) as MadeArea[]

/** The name of a record, which explains it to people who see it. */
const nameOf = ({ mark }: Check): string => `Conformance check ${mark} — may be deleted`

const titleOf = (area: MadeArea) => ('name' in areaFields[area] ? 'name' : 'title')

/** What a record needs beside a title. It uses no number of a series and causes no mail. */
const neededBy: { [A in MadeArea]?: (title: string, mark: string) => Row } = {
  roles: (title) => ({ description: title, permissions: [] }),
  users: (_, mark) => ({ email: `conformance-${mark}@steward.invalid`, type: 'member' }),
  events: () => ({ startsAt: '2000-01-01T00:00:00Z' }),
  polls: (text) => ({ questions: [{ text, options: [{ text: 'Yes' }, { text: 'No' }] }] }),
  bills: (name, mark) => ({
    number: `conformance-${mark}`,
    payer: { name },
    amount: 0,
    currency: 'EUR',
  }),
}

function bodyOf(area: MadeArea, title: string, { mark }: Check): Row {
  const fields = { [titleOf(area)]: title, ...neededBy[area]?.(title, mark) }
  return 'data' in endpoints[`${area}.create`].body.shape ? { data: fields } : fields
}

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export async function checkWrites(check: Check, area: MadeArea): Promise<void> {
  const { findings } = check
  const { one } = areas[area]
  // A record that can't be deleted again is made only if the specification has the call.
  if (!isSpecified(`${area}.create`) && !(await probe(check, `${area}.delete`))) {
    findings.add(`${area}.create`, 'not tried', `no ${one} could be deleted again`)
    return
  }
  const made = await make(check, area)
  if (made.id === null) {
    for (const name of specifiedCalls) {
      const isOfRecord = areaOf(name) === area && !name.includes('.list')
      if (isOfRecord) findings.add(name, 'not tried', `no ${one} could be made`)
    }
    return
  }
  const { id } = made
  const before = area === 'users' ? await detailsOf(check, id) : null
  const name = `${nameOf(check)}, changed`
  const { body } = endpoints[`${area}.update`]
  const fields = {
    ...('_id' in body.shape && { _id: id }),
    ...('id' in body.shape && { id }),
    ...bodyOf(area, name, check),
  }
  const sent = area === 'users' ? { form: formOf(fields) } : { json: fields }
  await change(check, made, `${area}.update`, sent, { [titleOf(area)]: name })
  if (area === 'roles') await changeRole(check, made, id)
  if (area === 'users') await changeUser(check, made, id, before)
  if (!(await remove(check, made, id))) {
    findings.add(`${area}.restore`, 'not tried', `the ${one} could not be deleted`)
    return
  }
  if (area === 'roles')
    await expectIn(check, made, 'roles.listDeleted', 'a deleted role is not in it')
  // From here on the record may be restored.
  made.gone = false
  const paging = 'query' in endpoints[`${area}.restore`] && { query: { page: '1', limit: '10' } }
  const { status } = await change(check, made, `${area}.restore`, { ...paging }, {})
  made.gone = status >= 400
  if (status >= 200 && status < 300) await remove(check, made, id)
}

async function changeRole(check: Check, made: MadeRecord, id: string): Promise<void> {
  const form = formOf({ _id: id })
  form.append('image', new Blob([pixel], { type: 'image/png' }), 'conformance.png')
  await change(check, made, 'roles.updateImage', { form })
  const status = { status: 'inactive' }
  const sent = { json: { _id: id, ...status } }
  if (isSuccess(await change(check, made, 'roles.updateStatus', sent, status))) {
    await expectIn(check, made, 'roles.listInactive', 'a role made inactive is not in it')
  }
}

async function changeUser(check: Check, made: MadeRecord, id: string, before: Row | null) {
  const was = textOf(before?.['status'])
  const swapped = was === 'active' ? 'inactive' : was === 'inactive' ? 'active' : null
  await change(check, made, 'users.changeStatus', {}, swapped === null ? {} : { status: swapped })
  const status = before?.['shoppingFeedStatus'] === 'active' ? 'inactive' : 'active'
  const sent = { params: { userId: id }, json: { status } }
  await change(check, made, 'users.setShoppingFeed', sent, { shoppingFeedStatus: status })
}

function formOf(fields: Row): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  return form
}

/** Makes a record, which is noted before the request, so that it is deleted in any case. */
async function make(check: Check, area: MadeArea): Promise<MadeRecord> {
  const made: MadeRecord = { area, id: null, told: false, gone: false }
  // It may exist even without an answer.
  check.made.push(made)
  const answer = await send(check, `${area}.create`, { json: bodyOf(area, nameOf(check), check) })
  // After a refusal it doesn't exist; without an answer that isn't known.
  if (answer.status >= 400 && answer.status < 500) made.gone = true
  // The answer may hold another record; ours has our name.
  const named = recordIn(answer)?.record
  made.told = answer.status >= 200 && answer.status < 300
  if (named?.[titleOf(area)] === nameOf(check)) made.id = idOf(named)
  else if (made.told) made.id = idOf((await lookFor(check, made)).row)
  judge(check, `${area}.create`, answer, () =>
    made.id === null
      ? unusable('its answer has no _id nor id, and the list has no record of that name')
      : asRecord(`${area}.create`, answer),
  )
  return made
}

/** Changes a record, and looks for the change in the answer and the list. */
async function change(
  check: Check,
  made: MadeRecord,
  name: EndpointName,
  sent: Sent,
  expected?: Row,
) {
  const id = made.id ?? ''
  const answer = await send(check, name, { params: { id }, ...sent })
  const isLookedFor = expected !== undefined && isSuccess(answer)
  const details = isLookedFor && made.area === 'users' ? await detailsOf(check, id) : null
  const looked = isLookedFor && !details ? await lookFor(check, made) : null
  judge(check, name, answer, () => {
    const now = details ?? looked?.row ?? null
    if (looked?.readable && now === null)
      return unusable('afterwards the record is not in the list')
    // A field that the server doesn't return shows no difference.
    const other = Object.entries(now === null ? {} : (expected ?? {})).find(
      ([field, value]) => ![null, value].includes(textOf(now?.[field])),
    )
    if (!other) return asRecord(name, answer)
    const [field, value] = other
    return unusable(`afterwards the record has ${field} "${textOf(now?.[field])}", not "${value}"`)
  })
  return answer
}

/** Deletes a record, and checks that it is no longer in the list. */
async function remove(check: Check, made: MadeRecord, id: string): Promise<boolean> {
  const answer = await send(check, `${made.area}.delete`, { params: { id } })
  const isStill = isSuccess(answer) && (await lookFor(check, made)).row !== null
  made.gone = isSuccess(answer) && !isStill
  judge(check, `${made.area}.delete`, answer, () =>
    isStill ? unusable('a deleted record is still in the list') : null,
  )
  return made.gone
}

/** Checks that an answer about a category holds the record (specification section 4). */
function asRecord(name: EndpointName, answer: Answer): Difference | null {
  const found = recordIn(answer)
  if (areaOf(name) !== 'categories' || !isSpecified(name) || found?.direct) return null
  const words = found
    ? 'the record is not data itself but stands inside it'
    : 'data is not the record'
  return usable(`${words}; the list shows it after a reload`)
}

async function expectIn(check: Check, made: MadeRecord, list: EndpointName, words: string) {
  if (!check.findings.of(list).usable) return
  const { row, readable } = await lookFor(check, made, list)
  if (readable && row === null) check.findings.add(list, 'differs', words, true)
}

const maxPages = 20

/** Finds a record in a list by id, else by name. If `readable`, a null row means that it isn't there. */
async function lookFor(check: Check, { area, id }: MadeRecord, list?: EndpointName) {
  const { search }: Area = areas[area]
  const name = list ?? (`${area}.list` as const)
  const is = (row: Row) => (id === null ? row[titleOf(area)] === nameOf(check) : idOf(row) === id)
  for (let page = 1; page <= maxPages; page += 1) {
    // Searches for the mark, which is in the name of every record.
    const query = { page: String(page), limit: '100', [search ?? 'search']: check.mark }
    const answer = await send(check, name, { query })
    const found = answer.status === 200 ? findList(answer, listKey(name)) : null
    if (!found) return { row: null, readable: false }
    const row = found.rows.find(is)
    if (row) return { row, readable: true }
    if (found.rows.length === 0 || page >= found.totalPages) break
  }
  return { row: null, readable: true }
}

/** Deletes the records of the check, newest first; returns those that can't be deleted, a line each. */
export async function clearMade(check: Check): Promise<string[]> {
  const left: string[] = []
  for (const record of check.made.filter(({ gone }) => !gone).reverse()) {
    const why = await clear(check, record)
    if (why !== null) left.push(`the ${areas[record.area].one} "${nameOf(check)}": ${why}`)
  }
  return left
}

async function clear(check: Check, made: MadeRecord): Promise<string | null> {
  const { row, readable } =
    made.id === null ? await lookFor(check, made) : { row: null, readable: true }
  made.id ??= idOf(row)
  if (made.id === null && made.told) {
    return 'the server says that it made it; the list doesn’t show it'
  }
  if (made.id === null) return readable ? null : 'nobody knows whether it was made'
  const { status, trouble } = await send(check, `${made.area}.delete`, { params: { id: made.id } })
  made.gone = status >= 200 && status < 300
  if (made.gone || status === 404) return null
  return `_id ${made.id}, ${trouble ?? `its deletion was answered with status ${status}`}`
}
