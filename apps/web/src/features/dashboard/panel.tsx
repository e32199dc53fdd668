import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isLeftToGuard, toFailure } from '../../api/failure.ts'
import { FailureLines } from '../../ui/dialog/failure-lines.tsx'
import classes from './dashboard.module.css'

/** Shows loaded data, its skeleton, or the failure with a retry; `failed` says that it couldn’t be loaded. */
export function Loaded(props: {
  failed: string
  query: UseQueryResult<unknown>
  skeleton: ReactNode
  empty: ReactNode
  children: ReactNode
}) {
  const { error, isPending, isPaused, refetch } = props.query
  if (isPending && !isPaused) return props.skeleton
  if (!error && !isPending) return props.empty || props.children
  const failure = error && toFailure(error)
  if (failure && isLeftToGuard(failure)) return null
  return (
    <div className={`${classes.body} ${classes.failed}`} role="alert">
      <strong>{props.failed}</strong>
      {failure ? (
        <FailureLines error={failure} />
      ) : (
        <p>{t('It loads automatically once you are back online.')}</p>
      )}
      <Button onClick={() => void refetch()}>{t('Retry')}</Button>
    </div>
  )
}

export function Panel(props: { id: string; title: string; link: ReactNode; children: ReactNode }) {
  return (
    <section className="framed" aria-labelledby={props.id}>
      <div className="flex between on-baseline" style={{ padding: '16px 16px 8px' }}>
        <h2 id={props.id}>{props.title}</h2>
        {props.link}
      </div>
      {props.children}
    </section>
  )
}
