import { Loader } from '@mantine/core'
import classes from './page-spinner.module.css'

/** Shown while a page is loading (specification section 1). */
export function PageSpinner() {
  return (
    <div className={classes.root} role="status" aria-label="Loading the page">
      <Loader size="sm" aria-hidden />
    </div>
  )
}
