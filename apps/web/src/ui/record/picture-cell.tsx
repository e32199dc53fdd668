import type { ReactNode } from 'react'
import type { Reference } from '../../api/answers/records.ts'
import classes from '../format/cells.module.css'
import { NoValue, Text } from '../format/text.tsx'
import { Picture } from '../image/picture.tsx'
import { unnamed } from './person-link.tsx'

/** A picture, a name and a second line, which is a dash if null and left out if undefined. */
export function PictureCell(props: {
  shape: 'person' | 'thing'
  name: string | null | undefined
  image?: string | null | undefined
  two?: boolean
  second?: ReactNode
}) {
  return (
    <span className={`row gap-10 shrinks ${classes.named}`}>
      <Picture
        shape={props.shape}
        src={props.image ?? null}
        name={props.name ?? null}
        size={props.second === undefined ? 24 : 28}
      />
      <span className="stack grow">
        <Text value={props.name} clip={props.two ? 'two' : true} />
        {props.second !== undefined && props.second !== null && (
          <span className={classes.second}>{props.second}</span>
        )}
      </span>
    </span>
  )
}

export function PersonCell({ person }: { person: Reference | null | undefined }) {
  if (!person) return <NoValue />
  return <PictureCell shape="person" name={person.name ?? unnamed()} image={person.image} />
}
