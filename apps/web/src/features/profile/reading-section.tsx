import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import { firstDays, hourCycles, numberShapes } from '@steward/contract/accounts/preferences-values'
import { count, currentTranslator, t } from '@steward/i18n/reader'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import {
  changePreferences,
  languages,
  readerOf,
  shownPreferences,
} from '../../api/language/language.ts'
import type { Preferences } from '../../api/language/preferences.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { ZoneField } from '../../ui/form/zone-field.tsx'
import { dateFormat } from '../../ui/format/time-text.ts'
import { browserZone } from '../../ui/format/zoned-time.ts'
import { showFailure } from '../../ui/messages/messages.tsx'
import { Section } from '../../ui/page/section.tsx'
import { ownPreferences } from './profile.queries.ts'
import classes from './profile-page.module.css'

/** A Monday; others of its week follow. */
const monday = Date.UTC(2024, 0, 1, 12)
const dayName = (day: number) =>
  dateFormat({ weekday: 'long', timeZone: 'UTC' }).format(monday + (day - 1) * 86_400_000)

const hourText = (hours: 12 | 24) =>
  new Intl.DateTimeFormat(
    `${currentTranslator().reader.language}-u-hc-${hours === 12 ? 'h12' : 'h23'}`,
    {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
    },
  ).format(Date.UTC(2024, 0, 1, 18, 30))

/** The language, time zone, week, clock and numbers of the person signed in; a change shows right away. */
export function ReadingSection() {
  const client = useQueryClient()
  const isKept = useHasCall('profile.setPreferences')
  const chosen = shownPreferences()
  const [now] = useState(() => Date.now())
  const known = languages()
  const browsers = readerOf({}).language

  async function choose(changed: Preferences) {
    const before = client.getQueryData(ownPreferences.queryKey)
    // First, as the layout follows the account.
    client.setQueryData(ownPreferences.queryKey, (of) => of && { ...of, ...changed })
    await changePreferences({ ...chosen, ...changed })
    if (!isKept) return
    try {
      await call('profile.setPreferences', { body: changed })
    } catch (thrown) {
      client.setQueryData(ownPreferences.queryKey, before)
      await changePreferences(chosen)
      showFailure(thrown)
    }
  }
  return (
    <Section
      title={t('Language and region')}
      hint={
        isKept
          ? t('Kept on your account, for every browser that you sign in with.')
          : t('Kept in this browser.')
      }
    >
      <div className={classes.form}>
        <NativeSelect
          label={t('Language')}
          value={chosen.language ?? ''}
          onChange={({ target }) => void choose({ language: target.value || null })}
        >
          <option value="">
            {t('As the browser: {language}', { language: known[browsers]?.name ?? browsers })}
          </option>
          {Object.entries(known).map(([code, { name }]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </NativeSelect>
        <ZoneField
          label={t('Time zone')}
          value={chosen.timeZone ?? ''}
          none={t('As the browser: {zone}', { zone: browserZone() })}
          at={now}
          onChange={(zone) => void choose({ timeZone: zone || null })}
        />
        <NativeSelect
          label={t('First day of the week')}
          value={chosen.firstDay ?? ''}
          onChange={({ target }) =>
            void choose({ firstDay: firstDays.find((day) => String(day) === target.value) ?? null })
          }
        >
          <option value="">{t('As the language has it')}</option>
          {firstDays.map((day) => (
            <option key={day} value={day}>
              {dayName(day)}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          label={t('Hours')}
          value={chosen.hours ?? ''}
          onChange={({ target }) =>
            void choose({ hours: hourCycles.find((each) => String(each) === target.value) ?? null })
          }
        >
          <option value="">{t('As the language has it')}</option>
          {hourCycles.map((hours) => (
            <option key={hours} value={hours}>
              {hourText(hours)}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          label={t('Numbers')}
          value={chosen.numbers ?? ''}
          onChange={({ target }) =>
            void choose({
              numbers: numberShapes.find((shape) => shape === target.value) ?? null,
            })
          }
        >
          <option value="">
            {t('As the language has it: {example}', { example: count(12345) })}
          </option>
          {numberShapes.map((shape) => (
            <option key={shape} value={shape}>
              {new Intl.NumberFormat(shape).format(12345.6)}
            </option>
          ))}
        </NativeSelect>
      </div>
    </Section>
  )
}
