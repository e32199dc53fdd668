import { Button, Textarea } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import { t } from '@steward/i18n/reader'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { toFailure } from '../../../api/failure.ts'
import { said } from '../../../api/said.ts'
import { FailureBox } from '../../../ui/dialog/failure-box.tsx'
import { Form } from '../../../ui/dialog/form.tsx'
import { inRow } from '../../../ui/format/phrases.ts'
import { rich } from '../../../ui/format/rich.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { StatusBadge } from '../../../ui/record/status-badge.tsx'
import { Facts } from '../shared/facts.tsx'
import type { Explained, Provider } from './providers.queries.ts'

/** Claims as a provider might send them, under the names that are read. */
const exampleOf = ({ subjectClaim, groupsClaim, groupRoles }: Provider): string =>
  // i18n-ignore: claims
  JSON.stringify({
    [subjectClaim]: '1',
    email: 'ada@example.com',
    [groupsClaim]: [groupRoles[0]?.group ?? 'staff'],
  })

/** Who would become what with a token that is pasted: nothing of it is kept. */
export function ExplainSection({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const [token, setToken] = useState('')
  const { mutate, data, error, isPending } = useMutation({
    gcTime: 0,
    mutationFn: async () =>
      (
        await call('identityProviders.explain', {
          params: { id: provider._id },
          body: { token },
        })
      ).data,
  })
  return (
    <Section
      title={t('Who would become what with {name}', { name: provider.name })}
      hint={t(
        'Paste an ID token, or its claims as JSON. Nobody is signed in, and nothing of it is kept or logged.',
      )}
    >
      <Form className="grid one-column gap-8" onSubmit={() => mutate()}>
        <Textarea
          autoFocus
          label={t('ID token or claims')}
          description={rich(
            'Keycloak makes a token under Clients › Client scopes › Evaluate, Okta under Security › API › Token Preview. Or write the claims yourself, such as {example}',
            { example: <code dir="ltr">{exampleOf(provider)}</code> },
          )}
          rows={6}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          value={token}
          onChange={({ currentTarget }) => setToken(currentTarget.value)}
        />
        <FailureBox failure={error && toFailure(error)} />
        <div className="row gap-8">
          <Button type="submit" variant="filled" loading={isPending} disabled={token.trim() === ''}>
            {t('Check')}
          </Button>
          <Button onClick={onClose}>{t('Close')}</Button>
        </div>
      </Form>
      <div role="status" className="hide-empty">
        {data && <Result of={data} />}
      </div>
    </Section>
  )
}

const signatures = {
  valid: () => t('Signed by this provider'),
  invalid: () => t('Not valid'),
  none: () => t('Not checked: claims alone have no signature'),
}

function Result({ of }: { of: Explained }) {
  const { rule, signatureProblem: problem } = of
  const rows: [string, string | null][] = [
    [
      t('Signature'),
      problem
        ? `${signatures[of.signature]()}: ${said(problem.message, problem)}`
        : signatures[of.signature](),
    ],
    [t('Subject'), of.subject],
    [t('Name'), of.name],
    [
      t('E-mail'),
      of.email &&
        (of.emailVerified === true
          ? t('{email} (verified)', { email: of.email })
          : t('{email} (not said to be verified)', { email: of.email })),
    ],
    [t('Groups'), of.groups.length > 0 ? inRow(of.groups) : null],
    [t('Group that decides'), of.group],
    [t('Role'), of.role?.name ?? null],
    [
      t('Rule of admission'),
      rule &&
        (rule.claim === null
          ? t('Is in the group “{value}”', rule)
          : t('Has “{value}” in the claim “{claim}”', { value: rule.value, claim: rule.claim })),
    ],
    [t('Account here'), of.person?.name ?? null],
  ]
  return (
    <div className="grid one-column gap-8">
      <p>
        <StatusBadge status={of.outcome === 'refused' ? 'refused' : of.outcome} />{' '}
        <strong>{said(of.reason.message, of.reason)}</strong>
      </p>
      <Facts
        rows={rows.map(([label, value]) => [
          label,
          value === null ? t('None') : <bdi key={label}>{value}</bdi>,
        ])}
      />
    </div>
  )
}
