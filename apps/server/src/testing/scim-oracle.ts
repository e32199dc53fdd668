import SCIMMY from 'scimmy'

interface Answered {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what came, whatever it is
  body: any
}

type Stored = Record<string, unknown> & { id: string }

/**
 * An implementation of SCIM by others, in memory, that is asked the same as ours.
 * @param newId gives the id of what is created next
 */
export function openOracle(newId: () => string) {
  const users = new Map<string, Stored>()
  const groups = new Map<string, Stored>()
  declare('User', users, 'userName', newId)
  declare('Group', groups, 'displayName', newId)
  SCIMMY.Resources.declared('User')?.extend(SCIMMY.Schemas.EnterpriseUser, false)
  return async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Answered> => {
    const { pathname, searchParams } = new URL(path, 'http://oracle')
    const [, kind, id] = pathname.split('/')
    const Kind = kind === 'Users' ? SCIMMY.Resources.User : SCIMMY.Resources.Group
    const { startIndex = '1', count = '100', ...query } = Object.fromEntries(searchParams)
    try {
      // It expects whoever gives it resources to page them.
      const asked = { ...query, count: 10_000 }
      const resource = id ? new Kind(id, asked) : new Kind(asked as never)
      if (method === 'GET' && !id)
        return page(await resource.read(), Number(startIndex), Number(count))
      if (method === 'GET') return answer(200, await resource.read())
      if (method === 'DELETE') {
        await resource.dispose()
        if (kind === 'Users') takeOut(groups, id ?? '')
        return answer(204, null)
      }
      if (method === 'PATCH') {
        const patched = await resource.patch(body as never)
        return answer(200, patched ?? (await new Kind(id ?? '').read()))
      }
      return answer(method === 'POST' ? 201 : 200, await resource.write(body as never))
    } catch (error) {
      const { status, scimType } = error as { status?: number; scimType?: string }
      if (status === undefined) throw error
      return answer(Number(status), { scimType })
    }
  }
}

/** As it would be sent. */
const answer = (status: number, body: unknown): Answered => ({
  status,
  body: body === null ? null : JSON.parse(JSON.stringify(body)),
})

function page(list: unknown, startIndex: number, count: number): Answered {
  const { status, body } = answer(200, list)
  const Resources = body.Resources.slice(startIndex - 1, startIndex - 1 + count)
  return { status, body: { ...body, startIndex, Resources } }
}

function declare(
  name: 'User' | 'Group',
  stored: Map<string, Stored>,
  unique: string,
  newId: () => string,
): void {
  const Kind = SCIMMY.Resources[name] as typeof SCIMMY.Resources.User
  const found = (id: string) => {
    const resource = stored.get(id)
    if (!resource) throw new SCIMMY.Types.Error(404, null as never, `Resource ${id} not found`)
    return resource
  }
  SCIMMY.Resources.declare(Kind)
  Kind.basepath('http://oracle')
  Kind.egress(((resource: { id?: string; filter?: { match(all: object[]): object[] } }) => {
    if (resource.id) return found(resource.id)
    const all = [...stored.values()]
    if (!resource.filter) return all
    // It throws for an attribute with parts that a resource hasn't got.
    const padded = all.map((each) => ({ emails: [], members: [], name: {}, ...each }))
    return (resource.filter.match(padded) as Stored[]).map(({ id }) => stored.get(id))
  }) as never)
  Kind.ingress(((resource: { id?: string }, data: object) => {
    const sent = JSON.parse(JSON.stringify(data))
    if (resource.id) found(resource.id)
    const key = String(sent[unique]).toLowerCase()
    const isTaken = [...stored.values()].some(
      (each) => each.id !== resource.id && String(each[unique]).toLowerCase() === key,
    )
    if (isTaken) throw new SCIMMY.Types.Error(409, 'uniqueness', 'taken')
    const id = resource.id ?? newId()
    const { groups: _, meta: _meta, ...kept } = sent
    const whole = { ...kept, id }
    stored.set(id, whole)
    return whole
  }) as never)
  Kind.degress(((resource: { id: string }) => {
    found(resource.id)
    stored.delete(resource.id)
  }) as never)
}

function takeOut(groups: Map<string, Stored>, person: string): void {
  for (const group of groups.values()) {
    const members = (group['members'] ?? []) as { value: string }[]
    const others = members.filter(({ value }) => value !== person)
    if (others.length > 0) group['members'] = others
    else delete group['members']
  }
}
