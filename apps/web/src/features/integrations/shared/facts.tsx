import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** What is to be known of something, each fact with its label. */
export const Facts = ({ rows }: { rows: readonly (readonly [label: string, ReactNode])[] }) => (
  <dl className={classes.facts}>
    {rows.map(([label, fact]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{fact}</dd>
      </div>
    ))}
  </dl>
)
