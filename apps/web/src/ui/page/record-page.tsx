import { Group, Skeleton, Stack } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Skeleton.css'
import '@mantine/core/styles/Stack.css'
import { IconArrowLeft } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import classes from './record-page.module.css'

export const BackLink = createLink(
  ({ label, ...props }: ComponentProps<'a'> & { label: string }) => (
    <a {...props} className={classes.back}>
      <IconArrowLeft size="1rem" aria-hidden /> {label}
    </a>
  ),
)

/** A record's page: link back, title and actions. `below` is drawn under the title. */
export function RecordPage(props: {
  back: ReactNode
  title: string
  picture?: ReactNode
  below?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes.page}>
      {props.back}
      <header className={classes.head}>
        {props.picture}
        <div className={classes.title}>
          <h1>
            <bdi dir="auto">{props.title}</bdi>
          </h1>
          {props.below && <div className={classes.below}>{props.below}</div>}
        </div>
        {props.actions}
      </header>
      {props.children}
    </div>
  )
}

export function PageSection(props: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h2>{props.title}</h2>
      {props.children}
    </section>
  )
}

export function FieldGrid(props: { children: ReactNode }) {
  return <div className={classes.fields}>{props.children}</div>
}

/** A bar with a form's buttons that is always visible. */
export function SaveBar(props: { children?: ReactNode; buttons: ReactNode }) {
  return (
    <div className={classes.bar}>
      <div style={{ minWidth: 'min(100%, 16rem)', flex: 1 }}>{props.children}</div>
      <Group gap={8} justify="flex-end">
        {props.buttons}
      </Group>
    </div>
  )
}

export function PageSkeleton() {
  return (
    <Stack gap={16} maw="76rem" role="status" aria-label={t('Loading')}>
      <Skeleton w="16rem" h="4rem" />
      <Skeleton h="2.5rem" />
      <Skeleton h="16rem" />
    </Stack>
  )
}
