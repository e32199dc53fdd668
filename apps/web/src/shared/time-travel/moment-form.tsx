import { Button, TextInput } from '@mantine/core'
import { msg, t } from '@steward/i18n/reader'
import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { instantOf, localTime } from '../../ui/format/local-time.ts'
import { SearchLink, useAnySearch } from '../../ui/links/search-link.tsx'
import classes from './time-travel.module.css'

const hour = 3_600_000
const steps = [
  { label: msg('An hour ago'), ago: hour },
  { label: msg('Yesterday'), ago: 24 * hour },
  { label: msg('A week ago'), ago: 7 * 24 * hour },
] as const

export function MomentForm(props: { of: string; asOf: string | null; onDone: () => void }) {
  const { asOf, onDone } = props
  const navigate = useNavigate()
  const { asOf: _, page, open, edit, ...kept } = useAnySearch()
  const [error, setError] = useState<string | null>(null)
  const [usual] = useState(() => localTime(asOf ?? Date.now() - 24 * hour))
  const go = (at: string) => {
    onDone()
    void navigate({ to: '.', search: { ...kept, asOf: at } as never })
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const at = instantOf(`${given.get('day')}T${given.get('time')}`)
    if (at === null) return setError(t('Choose a date and time.'))
    if (Date.parse(at) > Date.now()) return setError(t('Choose a time in the past.'))
    go(at)
  }
  return (
    <form
      className="grid gap-12"
      style={{ maxWidth: 'min(20rem, calc(100vw - 48px))' }}
      onSubmit={submit}
      noValidate
    >
      <p className="dim">
        {/* i18n: {what} is “this list” or “this person” */}
        {t('View {what} as of an earlier time.', { what: props.of })}
      </p>
      <div className="row wrap to-end gap-8-16">
        {steps.map(({ label, ago }) => (
          <Button
            key={label}
            size="xs"
            onClick={() => go(new Date(Date.now() - ago).toISOString())}
          >
            {t(label)}
          </Button>
        ))}
      </div>
      <div className="grid gap-12 to-start" style={{ gridTemplateColumns: '3fr 2fr' }}>
        <TextInput
          type="date"
          name="day"
          label={t('Date')}
          defaultValue={usual.slice(0, 10)}
          max={localTime(Date.now()).slice(0, 10)}
          error={error}
        />
        <TextInput
          type="time"
          name="time"
          label={t('Time', {}, 'of day')}
          defaultValue={usual.slice(11)}
        />
      </div>
      <div className={`row wrap to-end gap-8-16 ${classes.row}`}>
        {asOf !== null && (
          <SearchLink search={kept} current={false}>
            {t('Back to now')}
          </SearchLink>
        )}
        <Button variant="filled" type="submit" size="sm">
          {/* i18n: verb: shows it as of the chosen time */}
          {t('Show')}
        </Button>
      </div>
    </form>
  )
}
