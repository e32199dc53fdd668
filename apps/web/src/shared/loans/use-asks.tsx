import type { AreaName } from '@steward/contract/areas/areas'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import type { Permission } from '@steward/contract/permissions/permissions'
import { userSubmodule } from '@steward/contract/users/users.routes'
import { msg, t } from '@steward/i18n/reader'
import { IconLock } from '@tabler/icons-react'
import { isDeleted } from '../../api/answers/read.ts'
import type { AnyRecord } from '../../api/answers/records.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { useCanOn, useLoans } from '../../ui/permissions/permitted.tsx'
import type { RecordAction } from '../../ui/record/record-actions.tsx'
import type { Askable } from './loan-words.ts'

const AskDialog = dialogPart(async () => (await import('./ask-dialog.tsx')).AskDialog)

const words = {
  update: msg('Edit'),
  status: msg('Change status'),
  changeStatus: msg('Change status'),
  delete: msg('Delete'),
  restore: msg('Restore'),
  purge: msg('Delete permanently'),
} as const

type Word = keyof typeof words

const live: readonly Word[] = ['update', 'status', 'changeStatus', 'delete']
const gone: readonly Word[] = ['restore', 'purge']

/** The permission of a call on a record; null where none can be on loan. */
function neededFor(area: AreaName, word: Word, type: string | undefined): Permission | null {
  const name = `${area}.${word}`
  if (area === 'roles' || !Object.hasOwn(routes, name)) return null
  // Somebody's page, which has the form, can't be on loan.
  if (area === 'users' && (type === 'admin' || word === 'update')) return null
  const { needs } = routes[name as EndpointName]
  if (typeof needs === 'string') return null
  const submodule = area === 'users' && userSubmodule[type as keyof typeof userSubmodule]
  return needs.find((each) => !submodule || each.submodule === submodule) ?? null
}

/** What the person may not do with a record, and can ask for. */
export function useAskable(
  area: AreaName,
): (record: AnyRecord, { hasForm }: { hasForm: boolean }) => Askable[] {
  const canOn = useCanOn()
  const { mayAsk } = useLoans()
  return (record, { hasForm }) => {
    if (!mayAsk || !record._id) return []
    const { type } = record as { type?: string }
    return (isDeleted(record) ? gone : live).flatMap((word) => {
      if (word === 'update' && !hasForm) return []
      const permission = neededFor(area, word, type)
      if (!permission || canOn(record._id)(permission)) return []
      return [{ label: t(words[word]), permission }]
    })
  }
}

/**
 * What the person may not do with a record, as actions that ask for it: one for each in a menu, a single one among
 * buttons.
 */
export function useAsks(
  area: AreaName,
  record: AnyRecord,
  is: { name: string; hasForm: boolean; single: boolean },
): RecordAction[] {
  const askable = useAskable(area)(record, is)
  const ask = (chosen: readonly Askable[]) => () =>
    openDialog(
      <AskDialog askable={chosen} records={[{ id: record._id, name: is.name }]} area={area} />,
    )
  if (askable.length === 0) return []
  if (is.single)
    return [{ label: t('Ask…', {}, 'for a permission'), icon: IconLock, act: ask(askable) }]
  return askable.map((each) => ({
    // i18n: an action that one may not do, such as “Delete: ask…”
    label: t('{action}: ask…', { action: each.label }),
    icon: IconLock,
    act: ask([each]),
  }))
}
