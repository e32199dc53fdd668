import { Button, Group } from '@mantine/core'
import '@mantine/core/styles/Group.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isOpen, jobOptions } from '../../api/jobs.queries.ts'
import { unwatchJob } from '../../api/watched-jobs.ts'
import { JobCard } from '../../shared/jobs/job-card.tsx'
import { everythingAt } from '../../shared/list/lists.ts'
import classes from './imports.module.css'
import type { ImportKind } from './kinds.ts'

export function ImportJob(props: {
  id: string
  kind: ImportKind
  onEnd: () => void
  onClose: () => void
  onAnother: () => void
}) {
  const { data: job } = useQuery(jobOptions(props.id))
  const open = job === undefined || isOpen(job)
  const was = useRef(open)
  // A job whose end was seen here isn't shown on other pages any more.
  const over = job !== undefined && !open && job.status !== 'paused' && job.status !== 'stopped'
  const { id } = props
  useEffect(() => {
    return over ? () => unwatchJob(id) : undefined
  }, [over, id])
  const box = useRef<HTMLDivElement>(null)
  const { onEnd } = props
  useEffect(() => {
    if (was.current && !open) onEnd()
    was.current = open
  }, [open, onEnd])
  const known = job !== undefined
  useEffect(() => {
    // Once its height is final: the buttons that start it are at the other end of the page.
    if (known) box.current?.scrollIntoView({ block: 'center' })
  }, [known])
  return (
    <div ref={box} className={classes.job}>
      <JobCard id={props.id} onClose={props.onClose} />
      {job?.action === 'import' && job.status === 'done' && (
        <Group gap={8} mt={12} align="stretch">
          <Button
            renderRoot={(root) => (
              <Link to={props.kind.list} {...everythingAt(props.kind.list)} {...root} />
            )}
          >
            Show {props.kind.many}
          </Button>
          <Button variant="default" onClick={props.onAnother}>
            Import another file
          </Button>
        </Group>
      )}
    </div>
  )
}
