import { t } from '@steward/i18n/reader'
import type { QueryClient } from '@tanstack/react-query'
import { recordIn } from '../../api/answers/record-in.ts'
import type { Role } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { Failure } from '../../api/failure.ts'
import { type RequestFields, requestBody } from '../../api/request-body.ts'
import type { Saved } from '../../ui/form/saved-record.ts'
import { roleChoices } from './roles.queries.ts'

type RoleSent = Partial<RequestFields<'roles.update'>>

/** Saves a role, then its new picture by a call of its own (section 7); throws Failure. */
export async function saveRole(
  client: QueryClient,
  fields: RoleSent,
  base: Role | null,
): Promise<Saved> {
  const { image, ...rest } = fields
  const picture = image instanceof Blob ? image : null
  if (!picture) return base ? update(base._id, fields) : create(fields)
  const changesMore = Object.keys(rest).some((name) => name !== 'version')
  if (base && !changesMore) return savePicture(base._id, picture)
  const saved = base ? await update(base._id, rest) : await create(rest)
  const answered = recordIn<Role>('roles', saved)
  try {
    const id = base ? base._id : await idOfNew(client, answered, rest.name ?? null)
    const { data } = await savePicture(id, picture)
    return { message: saved.message, data: recordIn('roles', { data }) ?? (base ? null : answered) }
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

/** The id of a new role; searched by its name where the answer lacks it. */
async function idOfNew(
  client: QueryClient,
  told: Role | null,
  name: string | null,
): Promise<string> {
  if (told && told._id !== '') return told._id
  const { rows } = await client.fetchQuery({ ...roleChoices, staleTime: 0 })
  const found = rows.filter(({ record }) => (record.name ?? null) === name)
  const [only] = found
  if (only && found.length === 1) return only.id
  throw new Failure({
    status: 0,
    code: 'unknown',
    message: t('The role was saved, but not its picture: the server didn’t say which role it is.'),
  })
}
