import type { PasswordInputProps } from '@mantine/core'
import { useDeferredValue, useEffect, useState } from 'react'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { loadCode } from '../../ui/load/load-code.ts'
import classes from './new-password-field.module.css'

/** The fewest and most characters that the server takes (contract, credentials). */
const passwordLength = { min: 10, max: 200 } as const

type Estimate = (password: string, known: readonly string[]) => number

const levels = [
  { level: 1, words: 'Very weak' },
  { level: 1, words: 'Weak' },
  { level: 2, words: 'Could be stronger' },
  { level: 3, words: 'Good' },
  { level: 4, words: 'Strong' },
] as const

/** The colour of the strength's bars, by level. */
const colors = ['none', 'red', 'orange', 'yellow', 'green'].map(
  (name) => `var(--mantine-color-${name}-6)`,
)

/** What is wrong with a new password that can be known before it is sent; null for nothing. */
export function newPasswordError(password: string): string | null {
  const length = [...password].length
  if (length === 0) return 'Enter a password'
  if (length < passwordLength.min) return `Must have at least ${passwordLength.min} characters`
  if (length > passwordLength.max) return `Must have at most ${passwordLength.max} characters`
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
  if (length === 0)
    return { level: 0, words: `At least ${min} characters. Several words are easy to remember.` }
  if (length < min) return { level: 1, words: `Too short: ${length} of at least ${min} characters` }
  if (!estimate) return { level: 0, words: `${length} characters` }
  return levels[estimate(password.slice(0, passwordLength.max), known)] ?? levels[0]
}
