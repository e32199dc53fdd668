import { Button, Checkbox, NumberInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/NumberInput.css'
import {
  type ConsentRule,
  type ConsentSettings,
  consentLimits,
} from '@steward/contract/consents/consents'
import { type Message, msg, t } from '@steward/i18n/reader'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { Form } from '../../ui/dialog/form.tsx'
import { toast } from '../../ui/messages/messages.tsx'
import { Note } from '../../ui/page/note.tsx'
import { Section, SectionState } from '../../ui/page/section.tsx'
import classes from './approvals.module.css'
import { consentSettings, useConsentWrite } from './consents.queries.ts'

const labels = {
  purge: msg('Deleting permanently'),
  ownerRoles: msg('Changing who has the rights of an owner'),
  exportPeople: msg('Exporting lists of people'),
} as const satisfies Partial<Record<ConsentRule, Message>>

const names = Object.keys(labels) as (keyof typeof labels)[]

/** What needs a second person, which owners set and everybody reads. */
export function RulesForm() {
  const { data, error, refetch } = useQuery(consentSettings)
  return (
    <Section
      title={t('Rules')}
      hint={t(
        'What nobody does alone. Once a rule is on, a second owner has to agree to weaken one.',
      )}
    >
      {data ? (
        <Fields settings={data} />
      ) : (
        <SectionState error={error} onRetry={() => void refetch()} />
      )}
    </Section>
  )
}

type Rules = Pick<ConsentSettings, keyof typeof labels | 'bulk'>

function Fields({ settings }: { settings: ConsentSettings }) {
  const client = useQueryClient()
  // Kept apart from what is saved, which another owner may change meanwhile.
  const [changed, setChanged] = useState<Partial<Rules>>({})
  const { purge, ownerRoles, exportPeople, bulk } = { ...settings, ...changed }
  const rules: Rules = { purge, ownerRoles, exportPeople, bulk }
  const { mutate, isPending, error } = useConsentWrite(
    () => call('consents.saveRules', { body: { ...rules, version: settings.version } }),
    ({ data }) => {
      client.setQueryData(consentSettings.queryKey, data)
      setChanged({})
      toast.success(t('Rules saved'))
    },
  )
  const set = (change: Partial<Rules>) => setChanged({ ...changed, ...change })
  const { mayChange } = settings
  const isDeaf = (rule: ConsentRule) => settings.cannotWork.includes(rule)
  return (
    <Form className="grid one-column gap-16" onSubmit={() => mayChange && mutate(undefined)}>
      {!mayChange && (
        <p className="dim">
          {t('Only an owner can set what needs the consent of a second person.')}
        </p>
      )}
      {names.map((name) => (
        <Checkbox
          key={name}
          label={t(labels[name])}
          description={isDeaf(name) ? t(nobody) : undefined}
          checked={rules[name]}
          disabled={!mayChange}
          onChange={({ currentTarget: { checked } }) => set({ [name]: checked })}
        />
      ))}
      <Checkbox
        label={t('Changing many records at once')}
        description={isDeaf('bulk') ? t(nobody) : undefined}
        checked={rules.bulk !== null}
        disabled={!mayChange}
        onChange={({ currentTarget: { checked } }) =>
          set({ bulk: checked ? (settings.bulk ?? usualBulk) : null })
        }
      />
      {rules.bulk !== null && (
        <NumberInput
          className={classes.number}
          label={t('More records than')}
          description={t('Of an import, the rows of its file count')}
          min={1}
          max={consentLimits.bulk}
          allowDecimal={false}
          value={rules.bulk}
          disabled={!mayChange}
          onChange={(value) => set({ bulk: Number(value) || 1 })}
        />
      )}
      {settings.owners < 2 && (
        <Note role="note">
          {t(
            'There is no second owner who can sign in, so you can turn rules off alone. Give somebody else the role of owners for the rules to hold.',
          )}
        </Note>
      )}
      <FailureBox failure={error ? toFailure(error) : null} />
      {mayChange && (
        <div>
          <Button variant="filled" type="submit" loading={isPending}>
            {t('Save')}
          </Button>
        </div>
      )}
    </Form>
  )
}

/** How many records need nobody, where the rule is turned on. */
const usualBulk = 100

const nobody = msg('Nobody else could agree at present, so that it could not be done at all.')
