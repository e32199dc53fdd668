import { z } from 'zod'
import { flawOfLine, holdsInvisible } from '../values/characters.ts'
import { wording } from '../values/said.ts'
import { characters, unlessFlawed } from '../values/text.ts'

const storable = (text: string) => !text.includes('\0') && text.isWellFormed()
const storableWords = 'must not hold characters that can’t be stored'

const required = () => z.string('is required').min(1, 'is required')

/** The name of a person: one line, trimmed. */
export const personName = () =>
  z
    .string('is required')
    .max(400, wording('must have at most {max} characters', { max: 200 }))
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'is required')
    .superRefine(unlessFlawed(flawOfLine))
    .refine(
      (text) => characters(text) <= 200,
      wording('must have at most {max} characters', { max: 200 }),
    )

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
    .max(320, wording('must have at most {max} characters', { max: 320 }))
    .refine(storable, storableWords)
    .refine((text) => text === '' || isAddress(text), notAnAddress)

/** The bounds of a password's length, in characters. */
export const passwordLength = { min: 10, max: 200 } as const

/** A new password, checked for length; the server also refuses common ones. */
export const newPassword = () =>
  required()
    .max(1000, wording('must have at most {max} characters', { max: passwordLength.max }))
    .refine(storable, storableWords)
    .refine(
      (text) => characters(text) >= passwordLength.min,
      wording('must have at least {min} characters', { min: passwordLength.min }),
    )
    .refine(
      (text) => characters(text) <= passwordLength.max,
      wording('must have at most {max} characters', { max: passwordLength.max }),
    )

export const ownPassword = () => required().max(1000, 'is not your password')

export const linkToken = () => required().max(200)
