import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../../testing/database.ts'
import { atScale } from '../../testing/scale.ts'
import { startTestApp, type TestApp } from '../../testing/server.ts'

type Parent = string | null

interface Entry {
  _id: string
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** An entry as the model has it: what it did, and what took it back; each of those may have been taken back since. */
interface Told {
  id: string
  of: string
  did: 'create' | 'delete' | 'return' | 'move'
  isUndo: boolean
  /** Where it stood before, of a move and a deletion. */
  from: { parent: Parent; place: number }
  /** Below what it left the category. */
  to: Parent
  undos: Told[]
}

/** What is done; `pick` chooses among the categories or entries that there are. */
type Step =
  | { does: 'create'; below: number }
  | { does: 'move'; pick: number; below: number; place: number }
  | { does: 'delete'; pick: number }
  | { does: 'undo'; pick: number }
  | { does: 'undo last'; pick: number }

const nth = fc.nat(1000)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constant('create' as const), below: fc.nat(2) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      pick: nth,
      below: fc.nat(2),
      // Often into the same gap, whose keys run out.
      place: fc.oneof(fc.constant(1), fc.nat(6)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const), pick: nth }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('undo' as const), pick: nth }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('undo last' as const), pick: nth }) },
)

describe.each(oneEngine)('moves of categories and their undo on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  let made = 0
  const create = async (parent: Parent): Promise<string> => {
    made += 1
    const answer = await app.call('categories.create', {
      token,
      body: { name: `Category ${made}`, parent },
    })
    expect(answer.status).toBe(201)
    return answer.body.data._id
  }
  const move = async (id: string, parent: Parent, position: number) =>
    await app.call('categories.update', { token, params: { id }, body: { parent, position } })
  const newest = async (record: string): Promise<Entry> => {
    const query = { record, limit: 1 }
    return (await app.call('auditLog.list', { token, query })).body.data.entries[0]
  }
  const undo = (id: string) => app.call('auditLog.undo', { token, params: { id } })
  /** The categories below some others in their order, whose positions have to say the same. */
  const stands = async (parents: readonly Parent[]) => {
    const orders = new Map<Parent, string[]>()
    for (const parent of parents) {
      const query = { sort: 'position', limit: 100, ...(parent ? { parent } : {}) }
      const { body } = await app.call('categories.list', { token, query })
      const own = body.data.categories.filter((each: { parent: Parent }) => each.parent === parent)
      expect(own.map(({ position }: { position: number }) => position)).toEqual([...own.keys()])
      orders.set(
        parent,
        own.map(({ _id }: { _id: string }) => _id),
      )
    }
    return orders
  }

  test('16 moves into one gap, undone in reverse, all go and leave the order as it was', async () => {
    const parent = await create(null)
    for (let n = 0; n < 20; n += 1) await create(parent)
    const before = await stands([parent])
    const entries: string[] = []
    for (let n = 0; n < 16; n += 1) {
      const id = (await stands([parent])).get(parent)?.[19] ?? ''
      expect((await move(id, parent, 1)).status).toBe(200)
      const entry = await newest(id)
      expect([entry.before, entry.after]).toEqual([{ position: 19 }, { position: 1 }])
      entries.push(entry._id)
    }
    for (const entry of entries.reverse()) expect((await undo(entry)).status).toBe(200)
    expect(await stands([parent])).toEqual(before)
  })

  test('random moves, creations, deletions and undos lead to what ordered lists lead to', async () => {
    const numRuns = atScale ? 100 : 3
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
        const parents = [await create(null), await create(null), await create(null)]
        const lists = new Map<Parent, string[]>(parents.map((parent) => [parent, []]))
        /** Where each category stands, or stood when it was deleted. */
        const below = new Map<string, Parent>()
        const entries: Told[] = []
        const listOf = (id: string) => lists.get(below.get(id) ?? null) ?? []
        const isThere = (id: string) => listOf(id).includes(id)
        const placeOf = (id: string) => ({
          parent: below.get(id) ?? null,
          place: listOf(id).indexOf(id),
        })
        const remove = (id: string) => listOf(id).splice(listOf(id).indexOf(id), 1)
        const insert = (id: string, parent: Parent, place: number) => {
          below.set(id, parent)
          listOf(id).splice(place, 0, id)
        }
        const note = async (of: string, told: Omit<Told, 'id' | 'of' | 'to' | 'undos'>) => {
          const entry = await newest(of)
          if (told.did === 'move') {
            expect(entry.before?.['position']).toBe(told.from.place)
            expect(entry.after?.['position']).toBe(placeOf(of).place)
          }
          if (told.did === 'create') expect(entry.after?.['position']).toBe(placeOf(of).place)
          if (told.did === 'delete') expect(entry.before?.['position']).toBe(told.from.place)
          const kept = { ...told, id: entry._id, of, to: placeOf(of).parent, undos: [] }
          entries.push(kept)
          return kept
        }
        const isUndone = ({ undos }: Told): boolean => undos.some((undo) => !isUndone(undo))
        /** An undo of something else is no change of its own, but what it moves elsewhere is not where it was. */
        const isElsewhere = ({ of, did, from, to }: Told) =>
          (did === 'create' || from.parent !== to) && placeOf(of).parent !== to
        const isTouched = (entry: Told) =>
          isElsewhere(entry) ||
          entries
            .slice(entries.indexOf(entry) + 1)
            .some(
              (each) =>
                each.of === entry.of && each.did === 'move' && !each.isUndo && !isUndone(each),
            )

        const undoEntry = async (entry: Told) => {
          const { of, did, from } = entry
          const may =
            !isUndone(entry) &&
            (did === 'delete' ? !isThere(of) : isThere(of)) &&
            (did === 'create' || did === 'move' ? !isTouched(entry) : true)
          const was = placeOf(of)
          const answer = await undo(entry.id)
          expect([did, answer.status]).toEqual([did, may ? 200 : 409])
          if (!may) return
          if (did === 'move' || did === 'delete') {
            if (did === 'move') remove(of)
            // An older deletion stands again where the undo of its undo is taken back: since then it may have moved.
            insert(of, did === 'move' ? from.parent : was.parent, from.place)
          } else remove(of)
          const now = placeOf(of)
          const stays = did === 'move' && now.parent === was.parent && now.place === was.place
          if (stays) return
          expect(answer.body.data.entries.length).toBeGreaterThan(0)
          const back = {
            move: 'move',
            delete: 'return',
            create: 'delete',
            return: 'delete',
          } as const
          entry.undos.push(await note(of, { did: back[did], isUndo: true, from: was }))
        }

        for (const each of steps) {
          const there = [...below.keys()].filter(isThere)
          if (each.does === 'create') {
            const parent = parents[each.below] ?? null
            const id = await create(parent)
            insert(id, parent, 0)
            await note(id, { did: 'create', isUndo: false, from: placeOf(id) })
          } else if (each.does === 'undo' || each.does === 'undo last') {
            const entry = entries.at(each.does === 'undo' ? each.pick % (entries.length || 1) : -1)
            if (entry) await undoEntry(entry)
          } else {
            const id = there[each.pick % (there.length || 1)]
            if (id === undefined) continue
            const from = placeOf(id)
            if (each.does === 'delete') {
              expect((await app.call('categories.delete', { token, params: { id } })).status).toBe(
                200,
              )
              remove(id)
              await note(id, { did: 'delete', isUndo: false, from })
            } else {
              const parent = parents[each.below] ?? null
              expect((await move(id, parent, each.place)).status).toBe(200)
              remove(id)
              insert(id, parent, each.place)
              const now = placeOf(id)
              if (now.parent === from.parent && now.place === from.place) continue
              await note(id, { did: 'move', isUndo: false, from })
            }
          }
          expect(await stands(parents)).toEqual(lists)
        }
      }),
      { numRuns, endOnFailure: true },
    )
  }, 600_000)
})
