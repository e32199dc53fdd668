import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { areas } from '@steward/contract/areas'
import type { User } from '@steward/contract/users'
import { type DeepPartial, referenceOf } from '../../api/read.ts'
import { NewPasswordField } from '../../shared/passwords/new-password-field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { ImageField } from '../../ui/image/image-field.tsx'
import { choicesOf } from '../../ui/list/columns.tsx'
import type { Choice } from '../../ui/list/list-definition.ts'
import { FieldGrid, PageSection } from '../../ui/page/record-page.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import type { UserValues } from './user-form.ts'
import { feedNeeds, needed, typeOf, typesFor, userTypes } from './user-types.ts'

type Form = UseFormReturnType<UserValues>

/** A hint above one field of two would put them out of line. */
const hintBelow: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

const textOrNone = (error: unknown) => (typeof error === 'string' ? error : undefined)

/**
 * Who a user is.
 * @param props.asksPassword the person changes their own e-mail address, which takes their password
 */
export function PersonPart(props: { form: Form; asksPassword: boolean }) {
  const { form } = props
  const { image, name, type } = form.getValues()
  return (
    <PageSection title="Person">
      <FieldGrid>
        <ImageField
          label="Picture"
          shape="person"
          value={image}
          name={name || null}
          error={textOrNone(form.errors.image)}
          onChange={(value) => form.setFieldValue('image', value)}
        />
        <TextInput label="Name" required autoComplete="off" {...form.getInputProps('name')} />
        <TextInput
          label="E-mail"
          type="email"
          required={type === 'admin'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('email')}
        />
        {props.asksPassword && (
          <PasswordField
            label="Your password"
            required
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
            value={form.getValues().currentPassword}
          />
        )}
        <TextInput label="Phone" type="tel" autoComplete="off" {...form.getInputProps('phone')} />
        {type !== 'admin' && (
          <TextInput label="Business" autoComplete="off" {...form.getInputProps('businessName')} />
        )}
        <TextInput label="Location" autoComplete="off" {...form.getInputProps('location')} />
        <Textarea
          wrapperProps={{ 'data-whole': true }}
          label="About"
          rows={3}
          {...form.getInputProps('about')}
        />
      </FieldGrid>
    </PageSection>
  )
}

/**
 * What a user may do. Only what the person signed in may change is there to be changed.
 * @param props.saved null for a new user
 * @param props.roles the roles to choose from
 */
export function AccountPart(props: {
  form: Form
  saved: DeepPartial<User> | null
  roles: Choice[]
}) {
  const { form, saved, roles } = props
  const can = useCan()
  const { type, email } = form.getValues()
  const isNew = saved === null
  const own = saved ? [typeOf(saved)] : []
  const types = [...new Set([...own, ...typesFor(can, isNew ? 'create' : 'update')])]
  const held = referenceOf(saved?.role)
  const choices =
    held?.id && !roles.some(({ value }) => value === held.id)
      ? [{ value: held.id, label: held.name ?? held.id }, ...roles]
      : roles
  return (
    <PageSection title="Account">
      <FieldGrid>
        {types.length > 1 && (
          <NativeSelect
            label="Type"
            data={types.map((each) => ({ value: each, label: labelOf(userTypes[each].one) }))}
            {...form.getInputProps('type')}
          />
        )}
        {type === 'admin' && (
          <NativeSelect
            label="Role"
            inputWrapperOrder={hintBelow}
            description={
              choices.length === 0
                ? 'There is no role that you can give.'
                : 'Without a role an admin can’t sign in.'
            }
            data={[{ value: '', label: 'No role' }, ...choices]}
            {...form.getInputProps('role')}
          />
        )}
        {(isNew || can(needed(typeOf(saved), 'status'))) && (
          <NativeSelect
            label="Status"
            data={choicesOf(areas.users.statuses)}
            {...form.getInputProps('status')}
          />
        )}
        {(isNew || can(feedNeeds)) && (
          <NativeSelect
            label="Shopping feed"
            data={choicesOf(areas.users.filters.shoppingFeedStatus)}
            {...form.getInputProps('shoppingFeedStatus')}
          />
        )}
        {isNew && type === 'admin' && (
          <NewPasswordField
            label="Password"
            known={[email, form.getValues().name].filter((each) => each !== '')}
            description={`Leave it empty to have an invitation mailed${email.trim() ? ` to ${email.trim()}` : ''}.`}
            {...form.getInputProps('password')}
            value={form.getValues().password}
          />
        )}
      </FieldGrid>
    </PageSection>
  )
}

const labelOf = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
