import { kebabOf } from '@steward/contract/areas/area-lists'
import { areas } from '@steward/contract/areas/areas'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { TaskAbout } from '@steward/contract/tasks/tasks'
import { t } from '@steward/i18n/reader'
import { RecordLink } from '../../shared/audit-log/record-link.tsx'

/** What a task is about, as a link; its area alone where the person may not know the record. */
export function AboutLink(props: { about: TaskAbout; isNew?: boolean }) {
  const { about } = props
  const { area } = about
  const id = about._id
  const title = about.title
  if (!area || !Object.hasOwn(areas, area)) return null
  // i18n: {area} is the title of a list such as “Bills”; the text may follow “About”
  if (id === null) return t('a record of {area}', { area: t(areas[area].title) })
  return (
    <RecordLink
      entry={{ area: kebabOf(area) as AuditArea, record: { _id: id, title: title ?? '' } }}
      title={props.isNew ? null : title}
      gone={false}
    >
      <bdi>{title ?? t(areas[area].one)}</bdi>
    </RecordLink>
  )
}
