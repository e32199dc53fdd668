import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasCall } from '../../api/missing-calls.ts'
import { rich } from '../../ui/format/rich.tsx'
import { Note } from '../../ui/page/note.tsx'
import { useBehindFirstRows } from '../saved-views/saved-views.queries.ts'
import { openConsents } from './consents.queries.ts'

/** Says of a record that the person has asked for consent to do something to it. */
export function ConsentNote({ id }: { id: string }) {
  const has = useHasCall('consents.open')
  const isBehind = useBehindFirstRows()
  const { data } = useQuery({ ...openConsents, enabled: has && isBehind })
  const own = data?.mine.find(({ records }) => records.includes(id))
  if (!own) return null
  const link = (text: ReactNode) => (
    <Link to="/approvals/$tab" params={{ tab: 'mine' }}>
      {text}
    </Link>
  )
  return (
    <Note role="status" icon={<IconUsersGroup size="1.25rem" stroke={1.6} aria-hidden />}>
      {own.status === 'agreed'
        ? rich('Somebody has agreed to what you asked for: <link>do it now</link>.', { link })
        : rich('Waiting for consent: see <link>your requests</link>.', { link })}
    </Note>
  )
}
