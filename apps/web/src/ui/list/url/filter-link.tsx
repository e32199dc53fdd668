import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import classes from '../filters/filters.module.css'

/** A link from a record to a list that is narrowed to what it names, such as its author. */
export const FilterLink = createLink((props: ComponentProps<'a'>) => (
  <a {...props} className={classes.link} />
))
