import { permission } from '@steward/contract/permissions/permissions'
import { t } from '@steward/i18n/reader'
import { Link } from '@tanstack/react-router'
import type { Reference } from '../../api/answers/records.ts'
import classes from '../format/cells.module.css'
import { NoValue } from '../format/text.tsx'
import { Picture } from '../image/picture.tsx'
import { useCan } from '../permissions/permitted.tsx'

const views = [
  permission('Users', 'Members', 'view'), // i18n-ignore: a permission
  permission('Users', 'Business users', 'view'), // i18n-ignore: a permission
  permission('Users', 'Admins', 'view'), // i18n-ignore: a permission
] as const

/** What stands for a name that a person doesn't have. */
export const unnamed = (): string => t('Unnamed', {}, 'a person')

/** A person's name; a link if the viewer may view people. */
export function PersonLink(props: { person: Reference | null | undefined; pictured?: boolean }) {
  const can = useCan()
  const { person } = props
  if (!person) return <NoValue />
  const name = person.name ?? unnamed()
  return (
    <span className={`row gap-10 shrinks ${classes.named}`}>
      {props.pictured !== false && (
        <Picture shape="person" src={person.image ?? null} name={name} size={24} />
      )}
      {person._id && views.some(can) ? (
        <Link to="/users/$id" params={{ id: person._id }} className={classes.accentLink}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
    </span>
  )
}
