import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import type { SavedView, ViewScope } from '@steward/contract/saved-views/saved-views'
import type { ViewedList } from '@steward/contract/saved-views/viewed-lists'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialog/dialog.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { toast } from '../../ui/messages/messages.tsx'
import { changeView, createView, shareRolesOptions, useMayShare } from './saved-views.queries.ts'

/** Saves the list's state as a view; with `view`, changes that one's name or people instead. */
export function ViewDialog(props: {
  list: ViewedList
  view: SavedView | undefined
  search: SavedView['search']
  onSaved: (view: SavedView) => void
  onClose: () => void
}) {
  const { list, view, search } = props
  const client = useQueryClient()
  const mayShare = useMayShare()
  const { data: roles = [] } = useQuery({ ...shareRolesOptions, enabled: mayShare })
  const [name, setName] = useState(view?.name ?? '')
  const [audience, setAudience] = useState(view?.role?._id ?? view?.scope ?? 'me')
  const [isDefault, setDefault] = useState(view?.isDefault ?? false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const isRole = audience !== 'me' && audience !== 'everyone'
      const scope: ViewScope = isRole ? 'role' : (audience as ViewScope)
      const body = {
        name,
        scope,
        role: isRole ? audience : null,
        isDefault: scope !== 'me' && isDefault,
      }
      return view
        ? await changeView(client, view._id, { ...body, version: view.version })
        : await createView(client, { ...body, list, search })
    },
    onSuccess: (saved) => {
      toast.success(t('View saved'), saved.name)
      props.onSaved(saved)
    },
  })
  const ofName = fieldErrors(error, ['name']).fields['name']
  // The role of the view may be too new or deleted.
  const known = [...roles, ...(view?.role ? [view.role] : [])]
  const rolesById = new Map(known.map((role) => [role._id, role.name]))
  const choices = [
    { value: 'me', label: t('Only me'), disabled: view !== undefined && !view.isMine },
    { value: 'everyone', label: t('Everyone with access to this list') },
    ...[...rolesById].map(([value, role]) => ({ value, label: t('The role {role}', { role }) })),
  ]
  return (
    <FormDialog
      title={view ? t('Edit view') : t('Save view')}
      action={t('Save view')}
      pending={isPending}
      failure={ofName ? null : error}
      onSubmit={() => mutate()}
      onClose={props.onClose}
    >
      <TextInput
        label={t('Name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={200}
        error={ofName}
        dir="auto"
        autoComplete="off"
        data-autofocus
      />
      {mayShare && (
        <>
          <NativeSelect
            label={t('Visible to')}
            description={t('People only see records they have access to')}
            data={choices}
            value={audience}
            onChange={(event) => setAudience(event.currentTarget.value)}
          />
          <Checkbox
            label={t('Open the list with this view by default')}
            checked={audience !== 'me' && isDefault}
            disabled={audience === 'me'}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
        </>
      )}
    </FormDialog>
  )
}
