import { type AreaName, areas } from '@steward/contract/areas/areas'
import { permission } from '@steward/contract/permissions/permissions'
import { capitalize } from '@steward/contract/values/capitalize'
import { t } from '@steward/i18n/reader'
import { IconSubtask } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { keepDraft } from '../../api/browser/form-drafts.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import type { RecordAction } from '../../ui/record/record-actions.tsx'

const newTaskDraft = '/tasks/new'

export interface Subject {
  area: AreaName
  _id: string
  title: string
}

/** Whether the form was opened from a record, to which it leads back. */
let cameFromRecord = false

/** Returns whether the form of a new task was opened from a record, and forgets it. */
export function takeWayBack(): boolean {
  const came = cameFromRecord
  cameFromRecord = false
  return came
}

const mayList = permission('Operations', 'Tasks', 'list') // i18n-ignore: the names of a permission
const mayCreate = permission('Operations', 'Tasks', 'create') // i18n-ignore: the names of a permission

/** The action that opens the form of a new task about a record; false where that isn't permitted or offered. */
export function useTaskAbout(area: AreaName): (id: string, name: string) => RecordAction | false {
  const can = useCan()
  const has = useHasCall('tasks.create')
  const navigate = useNavigate()
  if (area === 'tasks' || !has || !can(mayCreate) || !can(mayList)) return () => false
  return (_id, name) => ({
    label: t('Create task…'),
    icon: IconSubtask,
    key: 't',
    act: () => {
      const title = suggestedTitle(area, name)
      // The form reads it as a draft, so that it survives a reload.
      keepDraft(newTaskDraft, { title, about: { area, _id, title: title || t(areas[area].one) } })
      cameFromRecord = true
      void navigate({ to: '/tasks', search: { edit: 'new' } })
    },
  })
}

/** What a task about a record may be called, such as `Post by Ada` or `Bill: B-12`. */
function suggestedTitle(area: AreaName, name: string): string {
  const one = capitalize(t(areas[area].one))
  // i18n: {one} is a singular noun such as “Bill”, {name} what the record is called
  const title = name.startsWith(one) ? name : t('{one}: {name}', { one, name })
  // What isolates a value within a sentence is no part of a title that is saved.
  return title.replaceAll(/[\u2068\u2069]/g, '').slice(0, 200)
}
