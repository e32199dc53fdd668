import { Checkbox, NativeSelect, NumberInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/NumberInput.css'
import { areas } from '@steward/contract/areas/areas'
import type { DataOf } from '@steward/contract/calls/endpoints'
import { permission } from '@steward/contract/permissions/permission'
import {
  type ProposalAction,
  type ProposalArea,
  proposable,
  proposalActions,
  proposalAreas,
} from '@steward/contract/proposals/proposable'
import { type AgentBounds, proposalLimits } from '@steward/contract/proposals/proposals'
import { t } from '@steward/i18n/reader'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { permissionText } from '../../../shared/permissions/permission-text.ts'
import { FormDialog } from '../../../ui/dialog/dialog.tsx'
import { fieldErrors } from '../../../ui/form/field-errors.ts'
import { toast } from '../../../ui/messages/messages.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'
import { actionWords } from './proposal-words.ts'

type Account = DataOf<'agentBounds.list'>['accounts'][number]

/** Sets the bounds of an account or a key; `bounds` are those that are edited. */
export function BoundsDialog(props: {
  accounts: readonly Account[]
  bounds: AgentBounds | null
  onClose: () => void
}) {
  const { accounts, bounds } = props
  const [account, setAccount] = useState(bounds?.account._id ?? accounts[0]?._id ?? '')
  const [key, setKey] = useState(bounds?.key?._id ?? '')
  const [named, setNamed] = useState<string[]>(bounds?.areas ?? [])
  const [actions, setActions] = useState<string[]>(bounds?.actions ?? [])
  const [recordsPerHour, setRecordsPerHour] = useState<number | string>(
    bounds?.recordsPerHour ?? 100,
  )
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = useIntegrationWrite(
    () => {
      const body = {
        account,
        key: key === '' ? null : key,
        areas: named as ProposalArea[],
        actions: actions as ProposalAction[],
        recordsPerHour: Number(recordsPerHour),
        ...(bounds && { version: bounds.version }),
      }
      return call('agentBounds.save', { body })
    },
    () => {
      props.onClose()
      toast.success(t('Bounds saved'))
    },
  )
  const { fields, rest } = fieldErrors(error, ['areas', 'actions', 'recordsPerHour'])
  const chosen = accounts.find(({ _id }) => _id === account)
  const isIncomplete = named.length === 0 || actions.length === 0
  const possible = proposalActions.filter((action) =>
    named.length === 0
      ? true
      : named.some((area) => Object.hasOwn(proposable[area as ProposalArea], action)),
  )
  return (
    <FormDialog
      title={bounds ? t('Edit bounds') : t('Set bounds')}
      action={t('Save')}
      pending={isPending}
      failure={error}
      lines={rest}
      onSubmit={() => {
        setTried(true)
        if (!isIncomplete) mutate(undefined)
      }}
      onClose={props.onClose}
    >
      <NativeSelect
        data-autofocus
        label={t('Account')}
        value={account}
        disabled={bounds !== null}
        onChange={({ currentTarget }) => {
          setAccount(currentTarget.value)
          setKey('')
        }}
      >
        {accounts.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      {chosen && !chosen.mayPropose && (
        <Note role="status">
          {t(
            'The role of this account doesn’t have the permission {permission}, so it can’t propose anything yet.',
            // i18n-ignore: the names of a permission
            { permission: permissionText(permission('System', 'Integrations', 'propose')) },
          )}
        </Note>
      )}
      <NativeSelect
        label={t('Key')}
        description={t('The bounds of a key go before those of its account')}
        value={key}
        disabled={bounds !== null}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
      >
        <option value="">{t('All keys without bounds of their own')}</option>
        {chosen?.keys.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <Checkbox.Group
        label={t('It may propose changes of')}
        value={named}
        error={tried && named.length === 0 ? t('Choose at least one') : fields['areas']}
        onChange={setNamed}
      >
        <div className="grid gap-8 mt-8">
          {proposalAreas.map((area) => (
            <Checkbox key={area} value={area} label={t(areas[area].title)} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox.Group
        label={t('It may propose to')}
        value={actions}
        error={tried && actions.length === 0 ? t('Choose at least one') : fields['actions']}
        onChange={setActions}
      >
        <div className="grid gap-8 mt-8">
          {possible.map((action) => (
            <Checkbox key={action} value={action} label={t(actionWords[action])} />
          ))}
        </div>
      </Checkbox.Group>
      <NumberInput
        label={t('Records an hour')}
        min={1}
        max={proposalLimits.recordsPerHour}
        allowDecimal={false}
        value={recordsPerHour}
        error={fields['recordsPerHour']}
        onChange={setRecordsPerHour}
      />
    </FormDialog>
  )
}
