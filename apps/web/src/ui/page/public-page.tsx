import type { ReactNode } from 'react'
import classes from './public-page.module.css'

export function PublicPage({ children }: { children: ReactNode }) {
  return <main className={classes.root}>{children}</main>
}
