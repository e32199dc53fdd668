import { Button, NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import {
  type RetentionArea,
  retentionAreas,
  retentionWords,
} from '@steward/contract/privacy/places'
import type { Retention } from '@steward/contract/privacy/privacy'
import { type Message, msg, t } from '@steward/i18n/reader'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { Form } from '../../ui/dialog/form.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { Time } from '../../ui/format/time.tsx'
import { focusFirstError } from '../../ui/keys/focus-first-error.ts'
import { toast } from '../../ui/messages/messages.tsx'
import classes from './privacy.module.css'
import { savedRetention } from './privacy.queries.ts'

const hints: Readonly<Record<RetentionArea, Message>> = {
  sessions: msg('When, where and with what somebody signed in'),
  trash: msg('Records in the trash, and their pictures'),
  imports: msg('Uploaded files and reports of bad rows'),
  auditLog: msg('Names, addresses and IP addresses; the entries stay'),
}

type Typed = Record<RetentionArea, number | string>

const typedOf = (saved: Retention): Typed =>
  Object.fromEntries(retentionAreas.map((area) => [area, saved.days[area] ?? ''])) as Typed

const daysOf = (typed: Typed): Retention['days'] =>
  Object.fromEntries(
    retentionAreas.map((area) => [area, typed[area] === '' ? null : Number(typed[area])]),
  ) as Retention['days']

/** For how many days each area is kept, with what goes next. */
export function RetentionForm({ saved }: { saved: Retention }) {
  const client = useQueryClient()
  // Kept apart from what is saved, which somebody else may change meanwhile.
  const [changed, setChanged] = useState<Partial<Typed>>({})
  const typed: Typed = { ...typedOf(saved), ...changed }
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('privacy.saveRetention', { body: { days: daysOf(typed), version: saved.version } }),
    onSuccess: ({ data, message }) => {
      client.setQueryData(savedRetention.queryKey, data)
      setChanged({})
      toast.success(message)
    },
    onError: () => {
      focusFirstError(form.current)
      void client.invalidateQueries({ queryKey: savedRetention.queryKey })
    },
  })
  const { fields, rest } = fieldErrors(
    error,
    retentionAreas.map((area) => `days.${area}`),
  )
  const differs = (area: RetentionArea) => daysOf(typed)[area] !== saved.days[area]
  const isChanged = retentionAreas.some(differs)
  return (
    <Form element={form} className="grid one-column gap-16" onSubmit={() => isChanged && mutate()}>
      <div>
        {retentionAreas.map((area) => (
          <div key={area} className={classes.row}>
            <div>
              <span className="medium">{t(retentionWords[area])}</span>
              <p className="dim small">{t(hints[area])}</p>
            </div>
            <NumberInput
              aria-label={t('Days that are kept: {what}', { what: t(retentionWords[area]) })}
              // i18n: after a number of days
              suffix={` ${t('{count, plural, one {day} other {days}}', { count: Number(typed[area]) })}`}
              placeholder={t('Kept')}
              min={1}
              max={36_500}
              // A number that can’t be is refused with words, not replaced.
              clampBehavior="none"
              allowDecimal={false}
              allowNegative={false}
              readOnly={!saved.mayChange}
              value={typed[area]}
              error={fields[`days.${area}`]}
              onChange={(value) => setChanged({ ...changed, [area]: value })}
            />
            {differs(area) ? (
              <p className={`dim ${classes.due}`}>{t('Save to see what goes')}</p>
            ) : (
              <Due saved={saved} area={area} />
            )}
          </div>
        ))}
      </div>
      <p className="dim">
        {saved.nextRun ? (
          <>
            {t('Next run of this server:')} <Time at={saved.nextRun} kind="planned" whole />
          </>
        ) : (
          t('This server removes nothing by itself.')
        )}
      </p>
      <FailureBox failure={error && toFailure(error)} lines={rest} />
      {saved.mayChange && (
        <div className="flex wrap gap-8">
          <Button variant="filled" type="submit" disabled={!isChanged} loading={isPending}>
            {t('Save')}
          </Button>
          <Button disabled={!isChanged || isPending} onClick={() => setChanged({})}>
            {t('Discard')}
          </Button>
        </div>
      )}
    </Form>
  )
}

/** What falls due of an area before it goes. */
function Due({ saved, area }: { saved: Retention; area: RetentionArea }) {
  const due = saved.due.find((each) => each.area === area)
  if (saved.days[area] === null || !due)
    return <p className={`dim ${classes.due}`}>{t('Nothing goes')}</p>
  return (
    <p className={classes.due}>
      {t('{now} with the next run, {in7} within 7 days, {in30} within 30 days', {
        now: due.now,
        in7: due.in7,
        in30: due.in30,
      })}
    </p>
  )
}
