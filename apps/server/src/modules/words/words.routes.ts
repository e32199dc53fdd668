import { msg } from '@steward/i18n/reader'
import type { OwnWords, Words } from '@steward/i18n/words/words'
import { write } from '../../db/write/write.ts'
import { notPermitted } from '../../http/failure.ts'
import type { HandlersOf } from '../../http/handler.ts'
import { actorOf, type Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { checkVersion } from '../records/checks.ts'
import { lockAuthorities } from '../roles/authority.store.ts'
import { findWords, lockWords, type StoredWords, saveWords } from './words.store.ts'

/** Handlers of the words of the community; see `@steward/i18n/words`. */
export function wordsHandlers({ db, words: reader }: Services): HandlersOf<'words'> {
  const view = (stored: StoredWords, { owner }: Pick<Session, 'owner'>) => ({
    ...stored,
    mayChange: owner,
  })
  return {
    'words.read': async ({ session }) => ({ data: view(await findWords(db), session) }),
    'words.save': async ({ body, session }) => {
      const saved = await write(db, actorOf(session), async (writing) => {
        const { tx, note } = writing
        const authorities = await lockAuthorities(writing, session, {})
        if (!authorities.session.owner) {
          throw notPermitted('Only an owner can choose the words of the community.')
        }
        const was = await lockWords(tx)
        const present = async () => view(was, session)
        await checkVersion(body.version ?? undefined, was, present, msg('the words'))
        const words = withoutUsual(body.words)
        const [before, after] = differences(was.words, words)
        if (!before) return was
        const now = { words, version: was.version + 1 }
        await saveWords(tx, now)
        note({
          area: 'words',
          action: 'update',
          before: { words: before },
          after: { words: after },
        })
        return now
      })
      reader.forget()
      return { message: 'Words saved', data: view(saved, session) }
    },
  }
}

/** Leaves out words that are the usual ones, and languages without others; in one order, to be compared. */
function withoutUsual(words: Words): Words {
  const kept = Object.entries(words).map(([language, own]) => {
    const others = Object.entries(own).filter(([form, word]) => word !== form)
    return [language, Object.fromEntries(others.sort(byName))] as const
  })
  return Object.fromEntries(kept.filter(([, own]) => Object.keys(own).length > 0).sort(byName))
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1

/** The words that differ, before and after, for the audit log; none where none does. */
function differences(was: Words, is: Words): [before?: Words, after?: Words] {
  const before: Record<string, OwnWords> = {}
  const after: Record<string, OwnWords> = {}
  for (const language of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const [old = {}, now = {}] = [was[language], is[language]]
    const forms = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
      (form) => old[form] !== now[form],
    )
    if (forms.length === 0) continue
    const of = (own: OwnWords) => Object.fromEntries(forms.map((form) => [form, own[form] ?? form]))
    before[language] = of(old)
    after[language] = of(now)
  }
  return Object.keys(after).length > 0 ? [before, after] : []
}
