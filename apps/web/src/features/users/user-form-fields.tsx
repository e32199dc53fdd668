import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { areas } from '@steward/contract/areas/areas'
import { t } from '@steward/i18n/reader'
import type { User } from '../../api/answers/records.ts'
import { NewPasswordField } from '../../shared/passwords/new-password-field.tsx'
import { feedChoices } from '../../shared/people/feed-state.ts'
import { feedNeeds, needed, typeOf, typesFor, typeWord } from '../../shared/people/user-types.ts'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { hintBelow } from '../../ui/form/hint-below.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import type { useRecordForm } from '../../ui/form/use-record-form.ts'
import { ImageField } from '../../ui/image/image-field.tsx'
import type { Choice } from '../../ui/list/definition/list-definition.ts'
import { FieldGrid, PageSection } from '../../ui/page/record-page.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { roleSource } from './role-source.ts'
import type { UserValues } from './user-form.ts'

interface PartProps {
  values: UserValues
  input: ReturnType<typeof useRecordForm<UserValues, User, object>>['input']
}

export function PersonPart({
  values,
  input,
  asksPassword,
  isService,
}: PartProps & { asksPassword: boolean; isService: boolean }) {
  const { name, type } = values
  return (
    <PageSection title={t('Person')}>
      <FieldGrid>
        <ImageField {...input('image')} shape="person" name={name || null} />
        <TextInput {...input('name')} required autoComplete="off" />
        {!isService && (
          <TextInput
            {...input('email')}
            type="email"
            required={type === 'admin'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        {asksPassword && <PasswordField {...input('currentPassword')} required />}
        <TextInput {...input('phone')} type="tel" autoComplete="off" />
        {type !== 'admin' && <TextInput {...input('businessName')} autoComplete="off" />}
        <TextInput {...input('location')} autoComplete="off" />
        <Textarea {...input('about')} wrapperProps={{ 'data-whole': true }} rows={3} />
      </FieldGrid>
    </PageSection>
  )
}

/** What a user may do, as far as the person signed in may change it. */
export function AccountPart({
  values,
  input,
  saved,
  roles,
}: PartProps & { saved: User | null; roles: Choice[] }) {
  const can = useCan()
  const { type, name, email } = values
  const isNew = saved === null
  const own = saved ? [typeOf(saved)] : []
  const source = roleSource(saved)
  const types =
    saved?.service || source
      ? own
      : [...new Set([...own, ...typesFor(can, isNew ? 'create' : 'update')])]
  const wasAdmin = saved !== null && typeOf(saved) === 'admin'
  const held = saved?.role
  const choices =
    held?._id && !roles.some(({ value }) => value === held._id)
      ? [{ value: held._id, label: held.name ?? held._id }, ...roles]
      : roles
  return (
    <PageSection title={t('Account')}>
      <FieldGrid>
        {types.length > 1 && (
          <NativeSelect
            {...input('type')}
            data={types.map((each) => ({ value: each, label: typeWord(each) ?? each }))}
          />
        )}
        {type === 'admin' && source && (
          <TextInput
            readOnly
            label={t('Role')}
            description={t('The role comes from “{provider}” and can only be changed there.', {
              provider: source,
            })}
            value={held?.name ?? t('No role')}
          />
        )}
        {type === 'admin' && !source && (
          <NativeSelect
            {...input('role')}
            {...hintBelow(
              choices.length === 0
                ? t('There is no role you can assign. An admin without a role can’t sign in.')
                : wasAdmin && t('An admin without a role can’t sign in.'),
            )}
            required={!wasAdmin && choices.length > 0}
            data={[
              wasAdmin || choices.length === 0
                ? { value: '', label: t('No role') }
                : { value: '', label: t('Choose a role'), disabled: true },
              ...choices,
            ]}
          />
        )}
        {(isNew || can(needed(typeOf(saved), 'status'))) && (
          <ChoiceField
            {...input('status')}
            choices={areas.users.statuses}
            own={saved && (saved.status ?? '')}
          />
        )}
        {(isNew || can(feedNeeds)) && (
          <ChoiceField
            {...input('shoppingFeedStatus')}
            choices={feedChoices.map(({ value, label }) => ({ value, label: t(label) }))}
            own={saved && (saved.shoppingFeedStatus ?? '')}
          />
        )}
        {isNew && type === 'admin' && (
          <NewPasswordField
            {...input('password')}
            known={[email, name].filter((each) => each !== '')}
            description={
              email.trim()
                ? t('Leave empty to send an invitation to {email} by e-mail.', {
                    email: email.trim(),
                  })
                : t('Leave empty to send an invitation by e-mail.')
            }
          />
        )}
      </FieldGrid>
    </PageSection>
  )
}
