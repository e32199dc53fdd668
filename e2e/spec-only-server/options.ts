import type { PermissionModule } from '@steward/contract/permissions/permissions'
import type { Kind, SpecOnlyRecord } from './records.ts'

/** What a test can choose by a word, and so can a person on the command line; the first is the default. */
export const choices = {
  /** The fields of a record: those of specification section 3 alone, or what its screens can show. */
  fields: ['bare', 'rich'],
  /**
   * How a list is paged and what it says of it: all at once; `pagination`; `meta` beside `data`;
   * `totalCount`; by `skip` instead of `page`; by `page` and `limit` without a word of totals.
   */
  paging: ['whole', 'pagination', 'meta', 'totalCount', 'skip', 'silent'],
  /** Whether search, sort and the other fields of a list's query are minded. */
  filters: ['ignored', 'honoured'],
  /** What a write answers: `{}`, nothing (204), the record, the record under its name, a message. */
  writes: ['empty', 'none', 'record', 'named', 'message'],
  /** How a refusal is worded (specification section 8). */
  errors: ['message', 'array-of-text', 'array-of-msg', 'single', 'nothing'],
} as const

type Choices = { [K in keyof typeof choices]: (typeof choices)[K][number] }

/** The form of a refusal's body. */
export type ErrorForm = Choices['errors']

/** What the spec-only server does where the specification leaves it open. */
export interface SpecOnlyOptions extends Choices {
  /** Records of each kind, or of some kinds. */
  size: number | Partial<Record<Kind, number>>
  /** The records themselves, of some kinds; they stand before `fields` and `size`. */
  records: Partial<Record<Kind, SpecOnlyRecord[]>>
  /** Whether roles carry their `permissions`, which the specification doesn't name. */
  rolePermissions: boolean
  /** The permission modules of whoever is signed in; everything unless given. */
  permissions: PermissionModule[] | null
  /** Whether pages, limits and totals are text instead of numbers. */
  numbersAsText: boolean
  /** The login's `data`. */
  login: (token: string, tokenExpiry: number) => object
  /** The web app's config.json; there is none unless given. */
  config: object | null
}

/** The options that were given, and the defaults of the others. */
export const withDefaults = (given: Partial<SpecOnlyOptions>): SpecOnlyOptions => ({
  fields: 'bare',
  paging: 'whole',
  filters: 'ignored',
  writes: 'empty',
  errors: 'message',
  size: {},
  records: {},
  rolePermissions: false,
  permissions: null,
  numbersAsText: false,
  login: (token, tokenExpiry) => ({ token, tokenExpiry }),
  config: null,
  ...given,
})

/** Reads options that came as text; @throws Error that names what it can't take. */
export function readChoices(given: Readonly<Record<string, unknown>>): Partial<SpecOnlyOptions> {
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (name === 'size') read[name] = Number(value)
    else {
      const words: readonly unknown[] | undefined = (choices as Record<string, readonly string[]>)[
        name
      ]
      if (!words?.includes(value))
        throw new Error(`${name} can't be ${value}${words ? `: ${words.join(', ')}` : ''}`)
      read[name] = value
    }
  }
  return read as Partial<SpecOnlyOptions>
}
