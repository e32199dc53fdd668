import type { ReactNode } from 'react'
import { referenceOf, textOf } from '../../api/read.ts'
import classes from '../format/cells.module.css'
import { NoValue, Text } from '../format/text.tsx'
import { Picture } from '../image/picture.tsx'

/**
 * A cell with a picture, a name and a smaller second line.
 * @param props.second null for a second line that has no value; absent for none at all
 */
export function PictureCell(props: {
  shape: 'person' | 'thing'
  name: unknown
  image?: unknown
  two?: boolean
  second?: ReactNode
}) {
  return (
    <span className={classes.named}>
      <Picture
        shape={props.shape}
        src={textOf(props.image)}
        name={textOf(props.name)}
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
export function PersonCell(props: { person: unknown }) {
  const person = referenceOf(props.person)
  if (person === null) return <NoValue />
  return <PictureCell shape="person" name={person.name ?? 'Unnamed'} image={person.image} />
}
