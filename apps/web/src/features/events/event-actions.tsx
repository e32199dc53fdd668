import { t } from '@steward/i18n/reader'
import { IconCalendarCheck, IconCalendarX } from '@tabler/icons-react'
import type { Event } from '../../api/answers/records.ts'
import { actionsOf } from '../../shared/records/area-actions.tsx'
import { useChange } from '../../shared/records/use-change.ts'
import { events } from './events.ts'

export const { Menu: EventMenu, Buttons: EventButtons } = actionsOf(events, (event, { may }) => {
  const change = useChange(events)
  const cancelled = event.status === 'cancelled'
  const become = (status: NonNullable<Event['status']>, words: string) =>
    // Without a cancellation the status follows from the times, which the server knows.
    change(event, { sent: { status }, shown: cancelled ? {} : { status }, words })
  return [
    may &&
      (cancelled
        ? {
            label: t('Reinstate event'),
            icon: IconCalendarCheck,
            key: 's',
            act: () => become('scheduled', t('Event reinstated')),
          }
        : {
            label: t('Cancel event'),
            icon: IconCalendarX,
            key: 's',
            act: () => become('cancelled', t('Event cancelled')),
          }),
  ]
})
