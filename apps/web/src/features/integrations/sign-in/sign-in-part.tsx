import { Button } from '@mantine/core'
import { permission } from '@steward/contract/permissions/permission'
import { t } from '@steward/i18n/reader'
import { IconLogin2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/client.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { toast } from '../../../ui/messages/messages.tsx'
import { Item, Items, Section, SectionState } from '../../../ui/page/section.tsx'
import { useCan } from '../../../ui/permissions/permitted.tsx'
import { StatusBadge } from '../../../ui/record/status-badge.tsx'
import { useIntegrationWrite } from '../shared/use-integration-write.ts'
import { ExplainSection } from './explain-section.tsx'
import { PasswordsSection } from './passwords-section.tsx'
import { ProviderEditor } from './provider-editor.tsx'
import { identityProviders, type Provider } from './providers.queries.ts'

/** What is open in place of the list, or over it. */
type Open = { what: 'new' } | { what: 'edit' | 'explain' | 'delete'; id: string }

/** Identity providers, by which people sign in, and whether passwords do. */
export function SignInPart() {
  const { data, error, refetch } = useQuery(identityProviders)
  const [open, setOpen] = useState<Open | null>(null)
  // i18n-ignore: the names of a permission
  const mayChange = useCan()(permission('System', 'Integrations', 'update'))
  const lastOpen = useRef<Open>(null)
  const show = (next: Open | null) => {
    if (next) lastOpen.current = next
    setOpen(next)
  }
  const close = () => show(null)
  // What opened it is drawn anew behind the form.
  useEffect(() => {
    const last = lastOpen.current
    if (open || !last) return
    lastOpen.current = null
    document.getElementById('id' in last ? `${last.what}-${last.id}` : last.what)?.focus()
  }, [open])
  if (!data) return <SectionState error={error} onRetry={() => void refetch()} />
  const provider =
    open && 'id' in open ? data.providers.find(({ _id }) => _id === open.id) : undefined
  if (open?.what === 'new' || (open?.what === 'edit' && provider))
    return (
      <ProviderEditor
        provider={provider ?? null}
        answer={data}
        onSaved={(saved) => {
          toast.success(provider ? t('Identity provider saved') : t('Identity provider added'))
          show({ what: 'explain', id: saved._id })
        }}
        onClose={close}
      />
    )
  return (
    <>
      <Section
        title={t('Identity providers')}
        hint={t('Their groups at the provider decide about their role here, at every sign-in.')}
      >
        {data.providers.length === 0 ? (
          <p className="dim">{t('There are no identity providers yet.')}</p>
        ) : (
          <Items label={t('Identity providers')}>
            {data.providers.map((each) => (
              <ProviderItem key={each._id} of={each} mayChange={mayChange} onOpen={show} />
            ))}
          </Items>
        )}
        {mayChange && (
          <div>
            <Button
              variant="filled"
              leftSection={<IconPlus size="1rem" aria-hidden />}
              id="new"
              onClick={() => show({ what: 'new' })}
            >
              {t('Add identity provider')}
            </Button>
          </div>
        )}
      </Section>
      {mayChange && open?.what === 'explain' && provider && (
        <ExplainSection key={provider._id} provider={provider} onClose={close} />
      )}
      <PasswordsSection
        passwords={data.passwords}
        hasProvider={data.providers.some(({ enabled }) => enabled)}
      />
      {open?.what === 'delete' && provider && <DeleteDialog of={provider} onClose={close} />}
    </>
  )
}

function ProviderItem(props: { of: Provider; mayChange: boolean; onOpen: (open: Open) => void }) {
  const { of: provider } = props
  const { _id: id, name } = provider
  const named = { name }
  return (
    <Item
      icon={<IconLogin2 size="1.25rem" stroke={1.6} aria-hidden />}
      title={
        <>
          <bdi>{name}</bdi> <StatusBadge status={provider.enabled ? 'active' : 'inactive'} />
        </>
      }
      actions={
        props.mayChange && (
          <>
            <Button
              id={`edit-${id}`}
              aria-label={t('Edit {name}', named)}
              onClick={() => props.onOpen({ what: 'edit', id })}
            >
              {t('Edit')}
            </Button>
            <Button
              id={`explain-${id}`}
              aria-label={t('Try a token with {name}', named)}
              onClick={() => props.onOpen({ what: 'explain', id })}
            >
              {t('Try a token')}
            </Button>
            <Button
              aria-label={t('Delete {name}', named)}
              onClick={() => props.onOpen({ what: 'delete', id })}
            >
              {t('Delete')}
            </Button>
          </>
        )
      }
    >
      <span dir="ltr">{provider.issuer}</span>
      <span>
        {t(
          '{count, plural, =0 {Nobody is linked} one {# account is linked} other {# accounts are linked}}',
          {
            count: provider.people,
          },
        )}
        {' · '}
        {t(
          '{count, plural, =0 {no group is mapped} one {# group is mapped} other {# groups are mapped}}',
          {
            count: provider.groupRoles.length,
          },
        )}
      </span>
      {provider.groupRoles.some(({ role }) => role?.status !== 'active') && (
        <span>
          {t(
            'A group is mapped to a role that nobody can have: its people can’t sign in. Edit the mapping.',
          )}
        </span>
      )}
    </Item>
  )
}

function DeleteDialog({ of: provider, onClose }: { of: Provider; onClose: () => void }) {
  const { _id: id, name } = provider
  const { mutate, isPending, error } = useIntegrationWrite(
    () => call('identityProviders.delete', { params: { id } }),
    () => {
      onClose()
      toast.success(t('Identity provider deleted'))
    },
  )
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name })}
      action={t('Delete')}
      danger
      pending={isPending}
      failure={error}
      onConfirm={() => mutate(undefined)}
      onClose={onClose}
    >
      <p>
        {t(
          '{count, plural, =0 {Nobody is linked to it.} one {# account is linked to it. Its person is signed out and keeps the role, which can then be changed here.} other {# accounts are linked to it. Their people are signed out and keep their roles, which can then be changed here.}}',
          { count: provider.people },
        )}{' '}
        {t('It can’t be brought back; turn it off instead to keep it.')}
      </p>
    </ConfirmDialog>
  )
}
