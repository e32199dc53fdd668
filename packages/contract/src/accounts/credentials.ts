import { z } from 'zod'
import { flawOfLine, holdsInvisible } from '../values/characters.ts'
import { unlessFlawed } from '../values/text.ts'

/** Characters as people count them, not as JavaScript stores them. */
const characters = (text: string) => [...text].length

const storable = (text: string) => !text.includes('\0') && text.isWellFormed()
const storableWords = 'must not hold characters that can’t be stored'

/** The name of a person: one line, blanks around it go. */
export const personName = () =>
  z
    .string('is required')
    .max(400, 'must have at most 200 characters')
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'is required')
    .superRefine(unlessFlawed(flawOfLine))
    .refine((text) => characters(text) <= 200, 'must have at most 200 characters')

/**
 * Whether a text is one e-mail address: letters of any script, hosts of an intranet too, but no signs that make a list,
 * a comment or a name of it in the head of a mail, and none that can't be seen.
 */
export const isAddress = (text: string): boolean =>
  /^[^\s@"<>(),:;\\]{1,64}@[^\s@"<>(),:;\\]{1,255}$/u.test(text) && !holdsInvisible(text)

/** Said where a text is no e-mail address. */
export const notAnAddress = 'must be an e-mail address such as name@example.com'

/** An e-mail address; blanks around it go, its case is kept. */
export const emailAddress = () =>
  z
    .string('is required')
    .trim()
    .min(1, 'is required')
    .max(320, 'must have at most 320 characters')
    .refine(storable, storableWords)
    .refine((text) => text === '' || isAddress(text), notAnAddress)

/** Characters that a new password has at the least and at the most. */
export const passwordLength = { min: 10, max: 200 } as const

/** A password that somebody chooses. That it isn't a common one is checked by the server. */
export const newPassword = () =>
  z
    .string('is required')
    .min(1, 'is required')
    .max(1000, `must have at most ${passwordLength.max} characters`)
    .refine(storable, storableWords)
    .refine(
      (text) => characters(text) >= passwordLength.min,
      `must have at least ${passwordLength.min} characters`,
    )
    .refine(
      (text) => characters(text) <= passwordLength.max,
      `must have at most ${passwordLength.max} characters`,
    )

/** A password that somebody has already. */
export const ownPassword = () =>
  z.string('is required').min(1, 'is required').max(1000, 'is not your password')

/** The secret part of a link in a mail. */
export const linkToken = () => z.string('is required').min(1, 'is required').max(200)
