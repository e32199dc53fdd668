import { JobCard } from './job-card.tsx'
import classes from './jobs.module.css'
import { useWatchedJobs } from './watched-jobs.ts'

/** The jobs that this tab watches, at the lower edge of the page; nothing where there are none. */
export function JobPanel() {
  const { ids: watched, onPage } = useWatchedJobs()
  const ids = watched.filter((id) => id !== onPage)
  if (ids.length === 0) return null
  return (
    <section className={classes.panel} aria-label="Work on many records">
      {ids.map((id) => (
        <JobCard key={id} id={id} />
      ))}
    </section>
  )
}
