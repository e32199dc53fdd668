import type { ReactNode } from 'react'
import type { Reference } from '../../api/records.ts'
import classes from '../format/cells.module.css'
import { NoValue, Text } from '../format/text.tsx'
import { Picture } from '../image/picture.tsx'

/**
 * A cell with a picture, a name and a smaller second line.
 * @param props.second null for a second line that has no value; absent for none at all
 */
export function PictureCell(props: {
  shape: 'person' | 'thing'
  name: string | null | undefined
  image?: string | null | undefined
  two?: boolean
  second?: ReactNode
}) {
  return (
    <span className={classes.named}>
      <Picture
        shape={props.shape}
        src={props.image ?? null}
        name={props.name ?? null}
        size={props.second === undefined ? 24 : 28}
      />
      <span className={classes.names}>
        <Text value={props.name} clip={props.two ? 'two' : true} />
        {props.second !== undefined && props.second !== null && (
          <span className={classes.second}>{props.second}</span>
        )}
      </span>
    </span>
  )
}

/** Somebody whom a record names, with picture and name; nobody is a dash. */
export function PersonCell({ person }: { person: Reference | null | undefined }) {
  if (!person) return <NoValue />
  return <PictureCell shape="person" name={person.name ?? 'Unnamed'} image={person.image} />
}
