import type { PasswordInputProps } from '@mantine/core'
import { msg, t } from '@steward/i18n/reader'
import { useDeferredValue, useEffect, useState } from 'react'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { loadCode } from '../../ui/load/load-code.ts'
import classes from './new-password-field.module.css'

/** The fewest and most characters that the server takes (contract, credentials). */
const passwordLength = { min: 10, max: 200 } as const

type Estimate = (password: string, known: readonly string[]) => number

const levels = [
  { level: 1, words: msg('Very weak', 'a password') },
  { level: 1, words: msg('Weak', 'a password') },
  { level: 2, words: msg('Could be stronger', 'a password') },
  { level: 3, words: msg('Good', 'a password') },
  { level: 4, words: msg('Strong', 'a password') },
] as const

/** The colour of the strength's bars, by level. */
const colors = ['none', 'red', 'orange', 'yellow', 'green'].map(
  (name) => `var(--mantine-color-${name}-6)`,
)

/** What is wrong with a new password that can be known before it is sent; null for nothing. */
export function newPasswordError(password: string): string | null {
  const length = [...password].length
  const { min, max } = passwordLength
  if (length === 0) return t('Enter a password')
  if (length < min)
    return t('Must have at least {min, plural, one {# character} other {# characters}}', { min })
  if (length > max)
    return t('Must have at most {max, plural, one {# character} other {# characters}}', { max })
  return null
}

/** A field for a new password, with its strength; `known` are words that make it weak. */
export function NewPasswordField({
  known = [],
  value,
  description,
  ...props
}: Omit<PasswordInputProps, 'value'> & { value: string; known?: readonly string[] }) {
  const [estimate, setEstimate] = useState<{ of: Estimate } | null>(null)
  const password = useDeferredValue(value)
  const typed = value !== ''
  useEffect(() => {
    if (!typed) return
    let here = true
    // If the estimate can't be loaded, only the length is shown.
    loadCode(() => import('./strength.ts')).then(
      ({ strengthOf }) => here && setEstimate({ of: strengthOf }),
      () => {},
    )
    return () => {
      here = false
    }
  }, [typed])
  const { level, words } = describe(password, known, estimate?.of)
  return (
    <PasswordField
      {...props}
      value={value}
      autoComplete="new-password"
      maxLength={1000}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      // As its description, so that it is read out with the field.
      description={
        <span className={classes.below}>
          <span className={classes.bars} aria-hidden>
            {[1, 2, 3, 4].map((step) => (
              <span key={step} style={step > level ? {} : { background: colors[level] }} />
            ))}
          </span>
          <span aria-live="polite" style={{ minHeight: '1.125rem' }}>
            {words}
          </span>
          {description && <span>{description}</span>}
        </span>
      }
    />
  )
}

function describe(
  password: string,
  known: readonly string[],
  estimate: Estimate | undefined,
): { level: number; words: string } {
  const length = [...password].length
  const { min } = passwordLength
  if (length === 0) {
    const words = t(
      'At least {min, plural, one {# character} other {# characters}}. Several words are easy to remember.',
      { min },
    )
    return { level: 0, words }
  }
  if (length < min) {
    const words = t(
      'Too short: {length} of at least {min, plural, one {# character} other {# characters}}',
      { length, min },
    )
    return { level: 1, words }
  }
  if (!estimate) {
    const words = t('{length, plural, one {# character} other {# characters}}', { length })
    return { level: 0, words }
  }
  const { level, words } =
    levels[estimate(password.slice(0, passwordLength.max), known)] ?? levels[0]
  return { level, words: t(words) }
}
