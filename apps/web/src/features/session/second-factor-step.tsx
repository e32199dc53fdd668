import { Button, TextInput } from '@mantine/core'
import { msg, t } from '@steward/i18n/reader'
import { useEffect, useRef, useState } from 'react'
import { type Failure, toFailure } from '../../api/failure.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { loadCode } from '../../ui/load/load-code.ts'
import { PublicForm, PublicFormPage } from '../../ui/page/public-form-page.tsx'
import type { AskedFactor } from './asked-factor.ts'
import type { SecondFactor } from './session.store.ts'

type Method = AskedFactor['methods'][number]

/** The order in which methods are offered: the quickest first, emergency codes last. */
const order: readonly Method[] = ['passkey', 'totp', 'email', 'recovery']

const words = {
  passkey: { lead: msg('Confirm with your passkey.'), other: msg('Use a passkey') },
  totp: {
    lead: msg('Enter the 6-digit code from your authenticator app.'),
    other: msg('Use a code from your app'),
  },
  recovery: {
    lead: msg('Enter one of your recovery codes. Each works once.'),
    other: msg('Use a recovery code'),
  },
  email: {
    lead: msg(
      'Many wrong passwords have been tried for your account. To confirm that it’s you, we have e-mailed you an 8-digit code. It is valid for 10 minutes.',
    ),
    other: msg('Use a code from an e-mail'),
  },
} as const

const labels = {
  totp: msg('Code'),
  email: msg('Code from the e-mail'),
  recovery: msg('Recovery code'),
} as const

/** The second step of signing in; `asked` has a new passkey challenge after each failure. */
export function SecondFactorStep(props: {
  asked: AskedFactor
  failure: Failure | null
  isLoading: boolean
  onProve: (secondFactor: SecondFactor) => Promise<void>
  onBack: () => void
}) {
  const { asked, isLoading } = props
  const methods = order.filter((each) => asked.methods.includes(each))
  const [chosen, setChosen] = useState<Method | null>(null)
  const method = chosen && methods.includes(chosen) ? chosen : (methods[0] ?? 'totp')
  const isDigits = method === 'email' || (method === 'totp' && methods.includes('recovery'))
  const [code, setCode] = useState('')
  const [own, setOwn] = useState<{ failure: Failure | null; isEmpty?: true } | null>(null)
  const [busy, setBusy] = useState(false)
  const codeField = useRef<HTMLInputElement>(null)
  const passkeyButton = useRef<HTMLButtonElement>(null)
  const failure = own ? own.failure : props.failure
  const errors = fieldErrors(failure, method === 'passkey' ? [] : ['code'])

  // biome-ignore lint/correctness/useExhaustiveDependencies: also after each failure
  useEffect(() => {
    if (isLoading) return
    if (method === 'passkey') passkeyButton.current?.focus()
    else codeField.current?.select()
  }, [method, isLoading, own, props.failure])

  async function submit() {
    if (isLoading || busy) return
    setOwn(null)
    if (method !== 'passkey') {
      if (code.trim()) await props.onProve({ code: code.trim() })
      else setOwn({ failure: null, isEmpty: true })
      return
    }
    if (!asked.passkey) return
    setBusy(true)
    try {
      const { askPasskey } = await loadCode(() => import('../../api/passkey.ts'))
      await props.onProve({ passkey: await askPasskey(asked.passkey) })
    } catch (thrown) {
      setOwn({ failure: toFailure(thrown) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <PublicFormPage title={t('Confirm that it’s you')} lead={<p>{t(words[method].lead)}</p>}>
      <PublicForm onSubmit={submit}>
        {method !== 'passkey' && (
          <TextInput
            key={method}
            ref={codeField}
            label={t(labels[method])}
            name="code"
            autoComplete="one-time-code"
            inputMode={isDigits ? 'numeric' : 'text'}
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={own?.isEmpty ? t('Enter the code') : errors.fields['code']}
          />
        )}
        <FailureBox failure={failure} lines={errors.rest} />
        <Button
          variant="filled"
          ref={passkeyButton}
          type="submit"
          fullWidth
          loading={isLoading || busy}
        >
          {method === 'passkey' ? t('Use your passkey') : t('Continue')}
        </Button>
        {methods
          .filter((each) => each !== method)
          .map((each) => (
            <Button
              key={each}
              fullWidth
              onClick={() => {
                setChosen(each)
                setCode('')
                setOwn({ failure: null })
              }}
            >
              {t(words[each].other)}
            </Button>
          ))}
        <Button variant="subtle" fullWidth onClick={props.onBack}>
          {t('Back')}
        </Button>
      </PublicForm>
    </PublicFormPage>
  )
}
