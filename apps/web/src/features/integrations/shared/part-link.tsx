import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from '../integrations.module.css'

/** A link to another part of the integrations, within a sentence. */
export const PartLink = (props: { to: 'sign-in' | 'keys'; children: ReactNode }) => (
  <Link to="/integrations/$part" params={{ part: props.to }} className={classes.link ?? ''}>
    {props.children}
  </Link>
)

/** A link to the roles, within a sentence. */
export const RolesLink = (props: { children: ReactNode }) => (
  <Link to="/roles" className={classes.link ?? ''}>
    {props.children}
  </Link>
)
