import { t } from '@steward/i18n/reader'
import { useWatchedJobs } from '../../api/browser/watched-jobs.ts'
import { JobCard } from './job-card.tsx'
import classes from './jobs.module.css'

/** Adds space to the end of the page, so that it can be scrolled out from below the panel. */
function reserveRoom(panel: HTMLElement | null) {
  if (!panel) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    style.setProperty('--steward-panel-height', `${panel.offsetHeight}px`),
  )
  observer.observe(panel)
  return () => {
    observer.disconnect()
    style.removeProperty('--steward-panel-height')
  }
}

export function JobPanel() {
  const { ids: watched, onPage } = useWatchedJobs()
  const ids = watched.filter((id) => id !== onPage)
  if (ids.length === 0) return null
  return (
    <section ref={reserveRoom} className={classes.panel} aria-label={t('Background jobs')}>
      {ids.map((id) => (
        <JobCard key={id} id={id} />
      ))}
    </section>
  )
}
