import type { ReactNode } from 'react'
import classes from './public-page.module.css'

/** A page without the layout: its content in the middle of the window, as the main landmark. */
export function PublicPage({ children }: { children: ReactNode }) {
  return <main className={classes.root}>{children}</main>
}
