import { permission } from '@steward/contract/permissions/permissions'
import { Link } from '@tanstack/react-router'
import type { Reference } from '../../api/answers/records.ts'
import classes from '../format/cells.module.css'
import { NoValue } from '../format/text.tsx'
import { Picture } from '../image/picture.tsx'
import { useCan } from '../permissions/permitted.tsx'

const views = [
  permission('Users', 'Members', 'view'),
  permission('Users', 'Business users', 'view'),
  permission('Users', 'Admins', 'view'),
] as const

/** A person's name; a link if the viewer may view people. */
export function PersonLink(props: { person: Reference | null | undefined; pictured?: boolean }) {
  const can = useCan()
  const { person } = props
  if (!person) return <NoValue />
  const name = person.name ?? 'Unnamed'
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
