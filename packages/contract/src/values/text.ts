import { z } from 'zod'
import { flawOfLine, flawOfText } from './characters.ts'

/** As people count them. */
const characters = (text: string) => [...text].length

export const expecting = (words: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is required' : words),
})

const kept = (most: number) =>
  z
    .string(expecting('must be text'))
    .refine(
      (text) => text.length <= most || (text.length <= most * 2 && characters(text) <= most),
      `must have at most ${most.toLocaleString('en')} characters`,
    )

export const unlessFlawed =
  (flawOf: (text: string) => string | null) =>
  (text: string, context: z.RefinementCtx): void => {
    const message = flawOf(text)
    if (message) context.addIssue({ code: 'custom', message })
  }

const oneLine = (most: number) =>
  kept(most)
    .transform((text) => text.trim())
    .superRefine(unlessFlawed(flawOfLine))

/** Trimmed, not empty. */
export const line = (most = 200) => oneLine(most).refine((text) => text !== '', 'must not be empty')

/** Empty counts as none. */
export const maybeLine = (most = 200) =>
  oneLine(most)
    .transform((text) => (text === '' ? null : text))
    .nullable()

/** Not empty; keeps line breaks. */
export const text = (most = 10_000) => note(most).pipe(z.string('must not be empty'))

/** Empty counts as none. */
export const note = (most = 10_000) =>
  kept(most)
    .superRefine(unlessFlawed(flawOfText))
    .transform((text) => (text.trim() === '' ? null : text))
    .nullable()
