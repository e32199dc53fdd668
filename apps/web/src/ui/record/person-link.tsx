import { permission } from '@steward/contract/permissions/permissions'
import { Link } from '@tanstack/react-router'
import { referenceOf } from '../../api/read.ts'
import classes from '../format/cells.module.css'
import { NoValue } from '../format/text.tsx'
import { Picture } from '../image/picture.tsx'
import { useCan } from '../permissions/permitted.tsx'

const views = [
  permission('Users', 'Members', 'view'),
  permission('Users', 'Business users', 'view'),
  permission('Users', 'Admins', 'view'),
] as const

/** Somebody whom a record names; a link to their page for who may view people. */
export function PersonLink(props: { person: unknown; pictured?: boolean }) {
  const can = useCan()
  const person = referenceOf(props.person)
  if (person === null) return <NoValue />
  const name = person.name ?? 'Unnamed'
  return (
    <span className={classes.named}>
      {props.pictured !== false && (
        <Picture shape="person" src={person.image} name={name} size={24} />
      )}
      {person.id !== null && views.some(can) ? (
        <Link to="/users/$id" params={{ id: person.id }} className={classes.accentLink}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
    </span>
  )
}
