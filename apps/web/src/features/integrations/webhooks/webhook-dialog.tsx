import { Checkbox, Group, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/InlineInput.css'
import { auditActions, auditAreas } from '@steward/contract/audit-log/audit-log.routes'
import type { BodySent } from '@steward/contract/calls/endpoints'
import type { Webhook } from '@steward/contract/webhooks/webhooks'
import { t } from '@steward/i18n/reader'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { actionWord } from '../../../shared/audit-log/action-badge.tsx'
import { areaWord } from '../../../shared/audit-log/words.ts'
import { FormDialog } from '../../../ui/dialog/dialog.tsx'
import { fieldErrors } from '../../../ui/form/field-errors.ts'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'
import { addressOfFilter, filterOfAddress } from './list-filter.ts'

interface Values {
  name: string
  url: string
  areas: string[]
  actions: string[]
  /** The address of the list, as it was typed. */
  list: string
}

const valuesOf = (webhook: Webhook | null): Values => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  areas: webhook?.filter ? [] : [...(webhook?.areas ?? [])],
  actions: [...(webhook?.actions ?? [])],
  list: webhook?.filter ? addressOfFilter(webhook.filter) : '',
})

/** What a form is sent as; undefined where its list is none. */
function bodyOf({ name, url, areas, actions, list }: Values) {
  const filter = list.trim() === '' ? null : filterOfAddress(list)
  if (filter === null && list.trim() !== '') return undefined
  const body = { name, url, areas: filter ? [] : areas, actions, filter }
  return body as BodySent<'webhooks.create'>
}

/** Sets a webhook up, or changes one. */
export function WebhookDialog(props: {
  webhook: Webhook | null
  onMade: (made: { webhook: Webhook; secret: string }) => void
  onClose: () => void
}) {
  const { webhook } = props
  const [values, setValues] = useState(() => valuesOf(webhook))
  const [tried, setTried] = useState(false)
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }))
  const body = bodyOf(values)
  const { mutate, isPending, error } = useIntegrationWrite(
    async (sent: BodySent<'webhooks.create'>) => {
      if (!webhook) return (await call('webhooks.create', { body: sent })).data
      const { _id: id, version } = webhook
      await call('webhooks.update', { params: { id }, body: { ...sent, version } })
      return null
    },
    (made) => (made ? props.onMade(made) : props.onClose()),
  )
  const { fields, rest } = fieldErrors(error, ['name', 'url', 'areas', 'actions', 'filter'])
  const missing = { name: values.name.trim() === '', url: values.url.trim() === '' }
  const hasList = values.list.trim() !== ''
  return (
    <FormDialog
      title={webhook ? t('Edit {name}', { name: webhook.name }) : t('New webhook')}
      action={webhook ? t('Save') : t('Create')}
      pending={isPending}
      failure={error}
      lines={rest}
      onSubmit={() => {
        setTried(true)
        if (!missing.name && !missing.url && body) mutate(body)
      }}
      onClose={props.onClose}
    >
      <TextInput
        data-autofocus
        label={t('Name')}
        description={t('What receives the events, such as “Accounting”')}
        maxLength={200}
        value={values.name}
        error={tried && missing.name ? t('Enter a name') : fields['name']}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextInput
        label={t('Address')}
        description={t('Where events are sent, such as https://example.com/webhooks/steward')}
        dir="ltr"
        inputMode="url"
        spellCheck={false}
        maxLength={2000}
        value={values.url}
        error={tried && missing.url ? t('Enter an address') : fields['url']}
        onChange={({ currentTarget }) => set({ url: currentTarget.value })}
      />
      <Choices
        label={t('Areas')}
        hint={t('All of them unless you choose some')}
        choices={auditAreas.map((value) => [value, areaWord(value)])}
        chosen={values.areas}
        disabled={hasList}
        error={fields['areas']}
        onChoose={(areas) => set({ areas })}
      />
      <Choices
        label={t('Actions')}
        hint={t('All of them unless you choose some')}
        choices={auditActions.map((value) => [value, actionWord(value)])}
        chosen={values.actions}
        error={fields['actions']}
        onChoose={(actions) => set({ actions })}
      />
      <TextInput
        label={t('Only records of a list')}
        description={t(
          'Filter a list as you like, then copy its address from the browser to here, such as /bills?status=due. Leave it empty for all records.',
        )}
        dir="ltr"
        spellCheck={false}
        maxLength={4000}
        value={values.list}
        error={
          tried && !body
            ? t('This is not the address of a list that has a filter')
            : fields['filter']
        }
        onChange={({ currentTarget }) => set({ list: currentTarget.value })}
      />
      <p className="dim">
        {webhook
          ? t('Whoever saves it becomes its owner: it then sends what you may see.')
          : t('It sends what you may see, as long as you may set up integrations.')}
      </p>
    </FormDialog>
  )
}

function Choices(props: {
  label: string
  hint: string
  choices: readonly (readonly [value: string, label: string])[]
  chosen: string[]
  disabled?: boolean
  error?: string | undefined
  onChoose: (chosen: string[]) => void
}) {
  return (
    <Checkbox.Group
      label={props.label}
      description={props.hint}
      value={props.chosen}
      error={props.error}
      onChange={props.onChoose}
    >
      <Group gap="8px 20px" mt={8}>
        {props.choices.map(([value, label]) => (
          <Checkbox key={value} value={value} label={label} disabled={props.disabled ?? false} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
