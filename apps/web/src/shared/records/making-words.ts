import { type Message, msg, t } from '@steward/i18n/reader'

/** What makes a record, creates it, and saves one that is there. */
interface MakingWords {
  new: Message
  create: Message
  save: Message
}

/** Whole messages by the noun, as in many languages a noun decides on the words around it. */
const byNoun: Readonly<Record<string, MakingWords>> = {
  event: { new: msg('New event'), create: msg('Create event'), save: msg('Save event') },
  poll: { new: msg('New poll'), create: msg('Create poll'), save: msg('Save poll') },
  survey: { new: msg('New survey'), create: msg('Create survey'), save: msg('Save survey') },
  task: { new: msg('New task'), create: msg('Create task'), save: msg('Save task') },
  bill: { new: msg('New bill'), create: msg('Create bill'), save: msg('Save bill') },
  category: {
    new: msg('New category'),
    create: msg('Create category'),
    save: msg('Save category'),
  },
}

/** What makes a record of these alone. */
const newByNoun: Readonly<Record<string, Message>> = {
  role: msg('New role'),
  user: msg('New user'),
  'poll or survey': msg('New poll or survey'),
}

/**
 * What is done with a record, such as `New bill`.
 * @param noun the English singular noun of the record, such as `bill`
 */
export function makingWord(what: keyof MakingWords, noun: string): string {
  const known = byNoun[noun]?.[what] ?? (what === 'new' ? newByNoun[noun] : undefined)
  if (known !== undefined) return t(known)
  const one = t(noun)
  // i18n: {one} is a singular noun such as “bill”
  if (what === 'new') return t('New {one}', { one })
  // i18n: {what} is a singular noun such as “bill”
  return what === 'create' ? t('Create {what}', { what: one }) : t('Save {what}', { what: one })
}
