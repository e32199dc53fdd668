import { Button } from '@mantine/core'
import { permission } from '@steward/contract/permissions'
import { IconAlertTriangle, IconArrowLeft, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { toFailure } from '../../api/failure.ts'
import { textOf } from '../../api/read.ts'
import { PageMessage } from '../../ui/page-message.tsx'
import { NotPermitted, useCan } from '../../ui/permitted.tsx'
import { Picture } from '../../ui/picture.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { AccountFields, ContactFields, typeWord } from './user-fields.tsx'
import classes from './user-page.module.css'
import { userOptions } from './users.queries.ts'

/** One user on a page of their own, by the `id` of the path. */
export function UserPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(userOptions(id))
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  const user = query.data
  if (!user) {
    return query.fetchStatus === 'paused' ? (
      <PageMessage title="You are offline">
        <p>This person loads as soon as the connection is back.</p>
      </PageMessage>
    ) : (
      <div className={classes.waiting} role="status" aria-label="Loading">
        <span />
        <span />
        <span />
      </div>
    )
  }
  const name = textOf(user.name) ?? textOf(user.email)
  return (
    <article className={classes.page}>
      <BackToList type={user.type} />
      <header className={classes.head}>
        <Picture shape="person" src={textOf(user.image)} name={name} size={64} />
        <div>
          <h1>
            <bdi dir="auto">{name ?? 'Somebody without a name'}</bdi>
          </h1>
          <p>
            <span>{typeWord(user.type)}</span>
            <StatusBadge status={user.status} />
          </p>
        </div>
      </header>
      <div className={classes.parts}>
        <Part title="Contact">
          <ContactFields user={user} />
        </Part>
        <Part title="Account">
          <AccountFields user={user} />
        </Part>
      </div>
    </article>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const lists = {
  admin: { to: '/users/admins', label: 'Admins', needs: permission('Users', 'Admins', 'list') },
  business: {
    to: '/users/business',
    label: 'Business users',
    needs: permission('Users', 'Business users', 'list'),
  },
  member: { to: '/users/members', label: 'Members', needs: permission('Users', 'Members', 'list') },
} as const

function BackToList({ type }: { type: unknown }) {
  const can = useCan()
  const word = textOf(type) ?? ''
  const list = Object.entries(lists).find(([each]) => each === word)?.[1]
  if (!list || !can(list.needs)) return null
  return (
    <Link to={list.to} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden /> {list.label}
    </Link>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const failure = toFailure(error)
  if (failure.status === 403)
    return <NotPermitted permission={permission('Users', 'Members', 'view')} />
  if (failure.status === 404) {
    return (
      <PageMessage icon={<IconUserOff aria-hidden />} title="There is no such person">
        <p>They may have been deleted, or the address is not complete.</p>
      </PageMessage>
    )
  }
  return (
    <PageMessage
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title="This person could not be loaded"
      actions={<Button onClick={onRetry}>Retry</Button>}
    >
      {failure.entries.map((entry) => (
        <p key={entry.msg}>
          <bdi>{entry.msg}</bdi>
        </p>
      ))}
    </PageMessage>
  )
}
