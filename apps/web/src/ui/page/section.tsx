import { Button, Group, Skeleton } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Skeleton.css'
import type { ReactNode } from 'react'
import { isLeftToGuard, toFailure } from '../../api/failure.ts'
import { FailureBox } from '../dialog/failure-box.tsx'
import classes from './section.module.css'

export function Section(props: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={props.title}>
      <div>
        <h2>{props.title}</h2>
        {props.hint && <p className={classes.hint}>{props.hint}</p>}
      </div>
      {props.children}
    </section>
  )
}

export function SectionState(props: { error: Error | null; onRetry: () => void }) {
  if (!props.error) return <Skeleton h="2.5rem" role="status" aria-label={t('Loading')} />
  const failure = toFailure(props.error)
  if (isLeftToGuard(failure)) return null
  return (
    <>
      <FailureBox failure={failure} />
      <div>
        <Button onClick={props.onRetry}>{t('Retry')}</Button>
      </div>
    </>
  )
}

export function Items(props: { label: string; children: ReactNode }) {
  return (
    <ul className={`grid ${classes.items}`} aria-label={props.label}>
      {props.children}
    </ul>
  )
}

/** An item of {@link Items}: a title, facts and actions. */
export function Item(props: {
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <li className={classes.item}>
      {props.icon}
      <div className={classes.words}>
        <span className="medium">{props.title}</span>
        {props.children}
      </div>
      {props.actions && <Group gap={8}>{props.actions}</Group>}
    </li>
  )
}
