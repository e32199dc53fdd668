import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { Reference } from '../../../api/answers/records.ts'
import { PersonLink } from '../../record/person-link.tsx'
import classes from './filters.module.css'

/** A link from a record to a list that is narrowed to what it names, such as its author. */
export const FilterLink = createLink((props: ComponentProps<'a'>) => (
  <a {...props} className={classes.link} />
))

/**
 * A person whom a record names, with a link to the list of all records that name them.
 * @param props.by the filter of that list
 * @param props.children the text of the link
 */
export function PersonAndTheirs(props: {
  person: Reference | null | undefined
  to: '/bills' | '/posts' | '/shopping-posts' | '/tasks'
  by: string
  children: ReactNode
}) {
  const id = props.person?._id
  return (
    <>
      <PersonLink person={props.person} />
      {id && (
        <FilterLink to={props.to} search={{ [props.by]: [id] } as never}>
          {props.children}
        </FilterLink>
      )}
    </>
  )
}
