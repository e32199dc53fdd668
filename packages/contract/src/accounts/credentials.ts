import { z } from 'zod'
import { flawOfLine, holdsInvisible } from '../values/characters.ts'
import { characters, unlessFlawed } from '../values/text.ts'

const storable = (text: string) => !text.includes('\0') && text.isWellFormed()
const storableWords = 'must not hold characters that can’t be stored'

const required = () => z.string('is required').min(1, 'is required')

/** The name of a person: one line, trimmed. */
export const personName = () =>
  z
    .string('is required')
    .max(400, 'must have at most 200 characters')
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'is required')
    .superRefine(unlessFlawed(flawOfLine))
    .refine((text) => characters(text) <= 200, 'must have at most 200 characters')

/** Whether a text is an address, of any script or an intranet; not with invisible signs or those of mail headers. */
export const isAddress = (text: string): boolean =>
  /^[^\s@"<>(),:;\\]{1,64}@[^\s@"<>(),:;\\]{1,255}$/u.test(text) && !holdsInvisible(text)

export const notAnAddress = 'must be an e-mail address such as name@example.com'

/** An e-mail address, trimmed; its case is kept. */
export const emailAddress = () =>
  z
    .string('is required')
    .trim()
    .min(1, 'is required')
    .max(320, 'must have at most 320 characters')
    .refine(storable, storableWords)
    .refine((text) => text === '' || isAddress(text), notAnAddress)

/** The bounds of a password's length, in characters. */
export const passwordLength = { min: 10, max: 200 } as const

/** A new password, checked for length; the server also refuses common ones. */
export const newPassword = () =>
  required()
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

export const ownPassword = () => required().max(1000, 'is not your password')

export const linkToken = () => required().max(200)
