import type { Role } from '@steward/contract/roles/roles'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { Failure } from '../../api/failure.ts'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { recordIn } from '../../api/record-in.ts'
import { type RequestFields, requestBody } from '../../api/request-body.ts'
import type { Saved } from '../../ui/form/saved-record.ts'
import { roleChoices } from './roles.queries.ts'
import { idOf } from './roles.writes.ts'

type RoleSent = Partial<RequestFields<'roles.update'>>

/**
 * Saves a role. A new picture goes by the call that the specification names for it (section 7), after
 * everything else, so that a failure of one leaves the other saved.
 * @param base the role as it was; null for a new one
 * @throws Failure where nothing was saved
 */
export async function saveRole(
  client: QueryClient,
  fields: RoleSent,
  base: DeepPartial<Role> | null,
): Promise<Saved> {
  const { image, ...rest } = fields
  const picture = image instanceof Blob ? image : null
  if (!picture) return base ? update(idOf(base), fields) : create(fields)
  const changesMore = Object.keys(rest).some((name) => name !== 'version')
  if (base && !changesMore) return savePicture(idOf(base), picture)
  const saved = base ? await update(idOf(base), rest) : await create(rest)
  const told = recordIn<Role>(saved, 'role')
  try {
    const id = base ? idOf(base) : await idOfNew(client, told, textOf(rest.name))
    const { data } = await savePicture(id, picture)
    return { message: saved.message, data: recordIn({ data }, 'role') ?? (base ? null : told) }
  } catch (failure) {
    return { ...saved, left: { names: ['image'], failure } }
  }
}

const create = (fields: RoleSent): Promise<Saved> =>
  call('roles.create', { body: requestBody({ ...fields, name: fields.name ?? '' }) })

const update = (id: string, fields: RoleSent): Promise<Saved> =>
  call('roles.update', { body: requestBody({ ...fields, _id: id }) })

const savePicture = (id: string, image: Blob): Promise<Saved> =>
  call('roles.updateImage', { body: requestBody({ _id: id, image }, { multipart: true }) })

/** The id of a role that was just made; looked for by its name where the answer doesn't tell it. */
async function idOfNew(
  client: QueryClient,
  told: DeepPartial<Role> | null,
  name: string | null,
): Promise<string> {
  if (told && idOf(told) !== '') return idOf(told)
  const { rows } = await client.fetchQuery({ ...roleChoices, staleTime: 0 })
  const found = rows.filter(({ record }) => textOf(record.name) === name)
  const [only] = found
  if (only && found.length === 1) return only.id
  throw new Failure({
    status: 0,
    code: 'unknown',
    message: 'The role was saved, but not its picture: the server didn’t say which role it is.',
  })
}
