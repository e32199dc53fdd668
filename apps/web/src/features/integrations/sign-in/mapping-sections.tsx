import { NativeSelect, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { maxAdmissionRules, maxGroupRoles } from '@steward/contract/identity-providers/mapping'
import { t } from '@steward/i18n/reader'
import { Section } from '../../../ui/page/section.tsx'
import { OrderedRows, rowOf } from './ordered-rows.tsx'
import { choicesFor, type GroupRow, type ProviderValues, type RuleRow } from './provider-values.ts'
import type { Provider, ProvidersAnswer } from './providers.queries.ts'

interface Of {
  values: ProviderValues
  change: (changed: Partial<ProviderValues>) => void
  /** What is wrong, by the paths of the fields. */
  errors: Readonly<Record<string, string>>
}

/** Which role the people of a group get. */
export function GroupsSection(
  props: Of & { provider: Provider | null; roles: ProvidersAnswer['roles'] },
) {
  const { values, change, errors } = props
  const choices = choicesFor(props.roles, props.provider)
  const errorAt = (place: number, field: string) => errors[`groupRoles.${place - 1}.${field}`]
  return (
    <Section
      title={t('3. Groups and roles')}
      hint={t(
        'The first group of this list that somebody is in gives them its role, at every sign-in. Who is in none can’t sign in. Their role can’t be changed here.',
      )}
    >
      <TextInput
        label={t('Claim with the groups')}
        description={t('Such as groups, or a path such as realm_access.roles')}
        dir="ltr"
        name="groupsClaim"
        value={values.groupsClaim}
        error={errors['groupsClaim']}
        onChange={({ currentTarget }) => change({ groupsClaim: currentTarget.value })}
      />
      <TextInput
        label={t('Scopes')}
        description={t('Some providers tell groups only for a scope of that name')}
        dir="ltr"
        name="scopes"
        value={values.scopes}
        error={errors['scopes']}
        onChange={({ currentTarget }) => change({ scopes: currentTarget.value })}
      />
      <OrderedRows<GroupRow>
        label={t('Groups and roles')}
        nameOf={(place) => t('Group {place}', { place })}
        rows={values.groupRoles}
        onRows={(groupRoles) => change({ groupRoles })}
        addWords={t('Add group')}
        onAdd={() => rowOf({ group: '', role: '' })}
        max={maxGroupRoles}
      >
        {(row, set, place) => (
          <>
            <TextInput
              name="group"
              label={t('Group {place}', { place })}
              maxLength={500}
              value={row.group}
              error={errorAt(place, 'group')}
              onChange={({ currentTarget }) => set({ group: currentTarget.value })}
            />
            <NativeSelect
              name="role"
              label={t('Role of group {place}', { place })}
              value={row.role}
              error={errorAt(place, 'role')}
              onChange={({ currentTarget }) => set({ role: currentTarget.value })}
            >
              <option value="">{t('Choose a role')}</option>
              {choices.map(({ _id, name, status }) => (
                <option key={_id} value={_id}>
                  {status === 'active'
                    ? name
                    : status === 'deleted'
                      ? t('{role} (deleted)', { role: name })
                      : t('{role} (inactive)', { role: name })}
                </option>
              ))}
            </NativeSelect>
          </>
        )}
      </OrderedRows>
    </Section>
  )
}

/** Who gets an account at a first sign-in. */
export function AdmissionSection({ values, change, errors }: Of) {
  const errorAt = (place: number, field: string) => errors[`admission.${place - 1}.${field}`]
  return (
    <Section
      title={t('4. Who is admitted')}
      hint={t(
        'The first rule that fits decides whether somebody who signs in for the first time gets an account. Without a rule nobody does, whatever groups they are in.',
      )}
    >
      <OrderedRows<RuleRow>
        label={t('Who is admitted')}
        nameOf={(place) => t('Rule {place}', { place })}
        rows={values.admission}
        onRows={(admission) => change({ admission })}
        addWords={t('Add rule')}
        onAdd={() => rowOf({ claim: null, value: '', status: 'pending' })}
        max={maxAdmissionRules}
      >
        {(row, set, place) => (
          <>
            <NativeSelect
              name="source"
              label={t('Rule {place}: who', { place })}
              value={row.claim === null ? 'group' : 'claim'}
              onChange={({ currentTarget }) =>
                set({ claim: currentTarget.value === 'group' ? null : '' })
              }
            >
              <option value="group">{t('Is in the group')}</option>
              <option value="claim">{t('Has the claim')}</option>
            </NativeSelect>
            {row.claim !== null && (
              <TextInput
                name="claim"
                label={t('Claim')}
                dir="ltr"
                value={row.claim}
                error={errorAt(place, 'claim')}
                onChange={({ currentTarget }) => set({ claim: currentTarget.value })}
              />
            )}
            <TextInput
              name="value"
              label={row.claim === null ? t('Group') : t('Value')}
              maxLength={500}
              value={row.value}
              error={errorAt(place, 'value')}
              onChange={({ currentTarget }) => set({ value: currentTarget.value })}
            />
            <NativeSelect
              name="status"
              label={t('Gets an account that')}
              value={row.status}
              onChange={({ currentTarget }) =>
                set({ status: currentTarget.value as RuleRow['status'] })
              }
            >
              <option value="pending">{t('waits for approval')}</option>
              <option value="active">{t('is active at once')}</option>
            </NativeSelect>
          </>
        )}
      </OrderedRows>
      <Switch
        label={t('Link accounts with the same e-mail address')}
        description={t(
          'Where the provider says that the address is verified, the account that has it here becomes that of the person. Owners are never linked so; they link themselves in their profile.',
        )}
        checked={values.linksAccounts}
        onChange={({ currentTarget }) => change({ linksAccounts: currentTarget.checked })}
      />
    </Section>
  )
}
