import { z } from 'zod'
import { flawOfLine, flawOfText } from './characters.ts'
import { wording } from './said.ts'

/** The length of a text in code points, which is closer to what people count than UTF-16 units. */
export const characters = (text: string) => [...text].length

export const expecting = (words: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is required' : words),
})

const kept = (most: number) =>
  z
    .string(expecting('must be text'))
    .refine(
      (text) => text.length <= most || (text.length <= most * 2 && characters(text) <= most),
      wording('must have at most {max} characters', { max: most }),
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

/** One line of text, trimmed; must not be empty. */
export const line = (most = 200) => oneLine(most).refine((text) => text !== '', 'must not be empty')

/** One line of text; an empty one becomes null. */
export const maybeLine = (most = 200) =>
  oneLine(most)
    .transform((text) => (text === '' ? null : text))
    .nullable()

/** Text with line breaks; must not be empty. */
export const text = (most = 10_000) => note(most).pipe(z.string('must not be empty'))

/** Text with line breaks; an empty one becomes null. */
export const note = (most = 10_000) =>
  kept(most)
    .superRefine(unlessFlawed(flawOfText))
    .transform((text) => (text.trim() === '' ? null : text))
    .nullable()
