import { permission } from '@steward/contract/permissions/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchConditions } from '../../db/filters/search.ts'
import { streamByKeyset } from '../../db/list/keyset-stream.ts'
import { oneEngine } from '../../testing/database.ts'
import { create, nextNumber } from '../../testing/factories.ts'
import { form, redAndBlue } from '../../testing/pictures.ts'
import { mustFitContract, startTestApp, type TestApp } from '../../testing/server.ts'
import { categoryStore } from './categories.store.ts'

describe.each(oneEngine)('categories on %s', (engine) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.signIn('owner')).token
  })
  afterAll(() => app.dispose())

  const add = async (body: object = {}) => {
    const name = `Kind ${nextNumber()}`
    const answer = await app.call('categories.create', { token, body: { name, ...body } })
    expect(answer.status).toBe(201)
    mustFitContract('categories.create', answer.body)
    return answer.body.data
  }
  const update = (id: string, body: object) =>
    app.call('categories.update', { token, params: { id }, body })
  const remove = (id: string) => app.call('categories.delete', { token, params: { id } })
  const restore = (id: string) => app.call('categories.restore', { token, params: { id } })
  const below = async (parent: string, sort = 'position') => {
    const { body } = await app.call('categories.list', { token, query: { parent, sort } })
    return body.data.categories
  }
  const namesBelow = async (parent: string) =>
    (await below(parent)).map((each: { name: string }) => each.name)

  test('a new one lands on top of the list and of its siblings', async () => {
    const parent = await add()
    const first = await add({ parent: parent._id })
    const second = await add({ parent: parent._id, color: '#2F6FDE', description: '' })
    expect(second).toMatchObject({
      position: 0,
      parent: parent._id,
      color: '#2f6fde',
      description: null,
      status: 'active',
      version: 1,
    })
    expect(await namesBelow(parent._id)).toEqual([second.name, first.name])
    const newest = await below(parent._id, '-createdAt')
    expect(newest[0]._id).toBe(second._id)
  })

  test('sorts by position in the order of the tree', async () => {
    const word = `tree${nextNumber()}`
    const make = async (name: string, parent?: { _id: string }) =>
      await add({ name: `${name} ${word}`, parent: parent?._id ?? null })
    // Each lands on top of its siblings.
    const z = await make('z')
    const zb = await make('zb', z)
    const a = await make('a')
    await make('aa', a)
    await make('zba', zb)
    await make('za', z)
    const list = async (query: object) => {
      const { body } = await app.call('categories.list', {
        token,
        query: { search: word, sort: 'position', ...query },
      })
      const { categories } = body.data
      return categories.map(({ name }: { name: string }) => name.split(' ')[0]).join(' ')
    }
    expect(await list({})).toBe('a aa z za zb zba')
    expect(await list({ sort: '-position' })).toBe('zba zb za z aa a')
    expect(await list({ limit: 2, page: 2 })).toBe('z za')
    expect((await update(z._id, { status: 'inactive' })).status).toBe(200)
    expect(await list({ status: 'active' })).toBe('a aa za zb zba')
    // What moves takes along what stands below it.
    await update(zb._id, { position: 0 })
    expect(await list({})).toBe('a aa z zb zba za')
    await update(zb._id, { parent: a._id, position: 1 })
    expect(await list({})).toBe('a aa zb zba z za')
    await update(a._id, { parent: z._id, position: 5 })
    expect(await list({})).toBe('z za a aa zb zba')
    const whole: string[] = []
    const conditions = searchConditions(app.db, categoryStore.listing, word)
    const read = streamByKeyset<{ name: string }>(
      app.db,
      categoryStore.listing,
      'position',
      conditions,
      2,
    )
    for await (const rows of read) whole.push(...rows.map(({ name }) => name.split(' ')[0] ?? ''))
    expect(whole.join(' ')).toBe('z za a aa zb zba')
  })

  test('has a picture, which a form brings and an empty text takes away', async () => {
    const image = await redAndBlue().png().toBuffer()
    const parent = await add()
    const created = await app.call('categories.create', {
      token,
      form: form({ name: `Category ${nextNumber()}`, color: '', parent: parent._id, image }),
    })
    expect(created.status).toBe(201)
    mustFitContract('categories.create', created.body)
    const made = created.body.data
    expect(made).toMatchObject({ color: null, parent: parent._id })
    expect(made.image).toMatch(/^\/uploads\/[0-9a-f]{32}\.webp$/)
    expect((await app.app.inject(made.image)).headers['content-type']).toBe('image/webp')
    const params = { id: made._id }
    const replaced = await app.call('categories.update', {
      token,
      params,
      form: form({ version: '1', parent: '', position: '', image }),
    })
    expect(replaced.body.data).toMatchObject({ parent: null, version: 2 })
    expect(replaced.body.data.image).not.toBe(made.image)
    const same = await update(made._id, { image: replaced.body.data.image, color: '#112233' })
    expect(same.body.data).toMatchObject({ image: replaced.body.data.image, color: '#112233' })
    const none = await update(made._id, { image: null })
    expect(none.body.data).toMatchObject({ image: null, color: '#112233', version: 4 })
    const odd = await update(made._id, { image: '/uploads/of-somebody-else.webp' })
    expect([odd.status, odd.body.errors[0].path]).toEqual([422, 'image'])
    const text = await app.call('categories.update', {
      token,
      params,
      form: form({ image: Buffer.from('no picture') }),
    })
    expect([text.status, text.body.errors[0].path]).toEqual([415, 'image'])
  })

  test('has a slug of its own, in whatever script its name is', async () => {
    const n = nextNumber()
    expect((await add({ name: `Crème & Brûlée ${n}` })).slug).toBe(`creme-brulee-${n}`)
    expect((await add({ name: `crème – brulée: ${n}` })).slug).toBe(`creme-brulee-${n}-2`)
    expect((await add({ name: `حي السلام ${n}` })).slug).toBe(`حي-السلام-${n}`)
    const smiling = await Promise.all(['🎉', '🎈', '🎂'].map((name) => add({ name })))
    expect(smiling.map((each) => each.slug).sort()).toEqual([
      'category',
      'category-2',
      'category-3',
    ])
  })

  test('a name is refused twice among siblings, whatever its case, and allowed elsewhere', async () => {
    const [one, other] = [await add(), await add()]
    await add({ name: 'Music', parent: one._id })
    await add({ name: 'Music', parent: other._id })
    const body = { name: 'MUSIC', parent: one._id }
    const again = await app.call('categories.create', { token, body })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'taken', errors: [{ path: 'name' }] })
  })

  test.each([
    [{ name: '' }, 'name'],
    [{}, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'a\0' }, 'name'],
    [{ name: 'A', color: 'red' }, 'color'],
    [{ name: 'A', status: 'gone' }, 'status'],
    [{ name: 'A', parent: 'x' }, 'parent'],
    [{ name: 'A', parent: '00000000-0000-7000-8000-000000000000' }, 'parent'],
    [{ name: 'A', description: 7 }, 'description'],
  ])('refuses %j at its field', async (body, path) => {
    const answer = await app.call('categories.create', { token, body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ path, msg: expect.any(String) }])
  })

  test('moves to any place among its siblings, and past the last is the last', async () => {
    const parent = await add()
    for (const name of ['d', 'c', 'b', 'a']) await add({ name, parent: parent._id })
    const [a, , , d] = await below(parent._id)
    const move = async (id: string, position: number) => {
      const { body } = await update(id, { position })
      return [body.data.position, (await namesBelow(parent._id)).join('')]
    }
    expect(await move(a._id, 2)).toEqual([2, 'bcad'])
    expect(await move(d._id, 0)).toEqual([0, 'dbca'])
    expect(await move(a._id, 1)).toEqual([1, 'dabc'])
    expect(await move(d._id, 99)).toEqual([3, 'abcd'])
    const { body } = await update(d._id, { position: 3 })
    expect(body.data.version).toBe(3)
  })

  test('finds room however often two places are swapped, and leaves the others’ versions alone', async () => {
    const parent = await add()
    for (const name of ['c', 'b', 'a']) await add({ name, parent: parent._id })
    for (let n = 0; n < 30; n += 1) {
      const [, , last] = await below(parent._id)
      await update(last._id, { position: 1 })
    }
    const rows = await below(parent._id)
    expect(rows.map((each: { name: string }) => each.name)).toEqual(['a', 'b', 'c'])
    expect(rows[0].version).toBe(1)
  })

  test('moves below another, keeping what the whole record says', async () => {
    const [one, other] = [await add(), await add()]
    const child = await add({ parent: one._id })
    await add({ parent: other._id })
    const { body } = await update(child._id, { ...child, parent: other._id, position: 1 })
    expect(body.data).toMatchObject({ parent: other._id, position: 1, name: child.name })
    const same = await update(child._id, { ...body.data, name: 'Renamed' })
    expect(same.body.data).toMatchObject({ name: 'Renamed', position: 1, slug: child.slug })
    const top = await update(child._id, { parent: null })
    expect(top.body.data).toMatchObject({ parent: null, position: 0 })
  })

  test('can’t be put below itself or below its own', async () => {
    const top = await add()
    const middle = await add({ parent: top._id })
    const leaf = await add({ parent: middle._id })
    for (const parent of [top._id, middle._id, leaf._id]) {
      const { status, body } = await update(top._id, { parent })
      expect(status).toBe(422)
      expect(body.errors[0]).toMatchObject({ path: 'parent', msg: expect.stringMatching(/itself/) })
    }
  })

  test('two people moving two of them below each other make no circle', async () => {
    for (let n = 0; n < 5; n += 1) {
      const [one, other] = [await add(), await add()]
      const answers = await Promise.all([
        update(one._id, { parent: other._id }),
        update(other._id, { parent: one._id }),
      ])
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422])
    }
  })

  test('stand in at most eight levels, counted with what a move brings along', async () => {
    let parent: string | null = null
    for (let level = 1; level <= 8; level += 1) parent = (await add({ parent }))._id
    const deep = await app.call('categories.create', { token, body: { name: 'Too deep', parent } })
    expect(deep.body.errors[0].path).toBe('parent')
    const tall = await add()
    await add({ parent: tall._id })
    const seventh = (await app.call('categories.list', { token, query: { limit: 100 } })).body.data
    const eighth = seventh.categories.find((each: { _id: string }) => each._id === parent)
    expect((await update(tall._id, { parent: eighth.parent })).status).toBe(422)
  })

  test('an older version is refused with the category as it stands now', async () => {
    const { _id } = await add()
    await update(_id, { description: 'First', version: 1 })
    const late = await update(_id, { description: 'Second', version: 1 })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      code: 'out_of_date',
      data: { description: 'First', version: 2 },
    })
  })

  test('is not deleted while others stand below it, and says all that hangs on it', async () => {
    const parent = await add({ name: 'Sports' })
    const child = await add({ parent: parent._id })
    await create(app.db, 'posts', { category_id: parent._id }, { category_id: parent._id })
    await create(app.db, 'shopping_posts', { category_id: parent._id })
    const refused = await remove(parent._id)
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('conflict')
    expect(refused.body.message).toBe(
      '“Sports” has 1 subcategory and 2 feed posts and 1 shopping post. Move or delete its subcategories first.',
    )
    await remove(child._id)
    const done = await remove(parent._id)
    expect(done.status).toBe(200)
    expect(done.body.message).toMatch(/2 feed posts and 1 shopping post/)
    expect((await remove(parent._id)).status).toBe(404)
    expect((await update(parent._id, { name: 'Late' })).status).toBe(404)
  })

  test('nothing is left below one that is deleted at the same moment', async () => {
    for (let n = 0; n < 5; n += 1) {
      const parent = await add()
      const [removed, added] = await Promise.all([
        remove(parent._id),
        app.call('categories.create', { token, body: { name: 'New', parent: parent._id } }),
      ])
      expect([removed?.status, added?.status]).toEqual(
        removed?.status === 200 ? [200, 422] : [409, 201],
      )
    }
  })

  test('comes back, but not below one that is deleted, nor under a name that is taken', async () => {
    const parent = await add({ name: `Back ${nextNumber()}` })
    const child = await add({ parent: parent._id, name: 'Child' })
    await remove(child._id)
    await add({ parent: parent._id, name: 'CHILD' })
    const taken = await restore(child._id)
    expect(taken.body).toMatchObject({ code: 'taken', errors: [{ path: 'name' }] })
    const [other] = await below(parent._id)
    await remove(other._id)
    await remove(parent._id)
    const orphan = await restore(other._id)
    expect(orphan.status).toBe(409)
    expect(orphan.body.message).toMatch(/Restore it first/)
    expect((await restore(parent._id)).body.data.childCount).toBe(0)
    expect((await restore(other._id)).body.data.parent).toBe(parent._id)
  })

  test('gets another slug where its own was given away', async () => {
    const n = nextNumber()
    const first = await add({ name: `Swap ${n}` })
    await remove(first._id)
    const parent = await add()
    await add({ name: `Swap ${n}`, parent: parent._id })
    expect((await restore(first._id)).body.data.slug).toBe(`swap-${n}-2`)
  })

  test('each call needs its own permission', async () => {
    const { token } = await app.signIn([permission('Catalogue', 'Categories', 'list')])
    const { _id: id } = await add()
    const body = { name: 'A' }
    const params = { id }
    expect((await app.call('categories.create', { token, body })).status).toBe(403)
    expect((await app.call('categories.update', { token, params, body })).status).toBe(403)
    expect((await app.call('categories.delete', { token, params })).status).toBe(403)
    expect((await app.call('categories.restore', { token, params })).status).toBe(403)
  })
})
