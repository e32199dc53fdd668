import { describe, expect, it } from 'vitest'
import { compiled, poOf } from '../catalog.ts'
import { setCompiler, translator } from '../reader.ts'
import { rewording } from './rewording.ts'
import { formsOf, keptPhrases, termsByLanguage, wordedLanguages } from './terms.ts'
import type { OwnWords } from './words.ts'

setCompiler(compiled)

/** What writes messages in a language, whose texts are their own translations. */
const of = (language: string, own: OwnWords) =>
  translator({ language, locale: language }, {}, rewording(language, own))
const written = (language: string, own: OwnWords, text: string) => of(language, own).t(text)

const neighbours = { member: 'neighbour', members: 'neighbours' }

describe('a word of the community', () => {
  it.each([
    ['Members', 'Neighbours'],
    ['No members match these filters.', 'No neighbours match these filters.'],
    ['the member’s name', 'the neighbour’s name'],
    ['Poll (members only)', 'Poll (neighbours only)'],
    ['non-members', 'non-neighbours'],
    ['remembers, membership, MEMBERS, member_id', 'remembers, membership, MEMBERS, member_id'],
    [
      '/users/members, members@example.com, a.members',
      '/users/members, members@example.com, a.members',
    ],
    ['<member>One member</member>', '<member>One neighbour</member>'],
  ])('stands for whole words alone, with their case: %s', (text, expected) => {
    expect(written('en', neighbours, text)).toBe(expected)
  })

  it('stands in plurals and selects, but not in their names or in placeholders', () => {
    const { t } = of('en', neighbours)
    const message =
      '{members, plural, one {# member of {member}} other {# members}} {kind, select, member {a member} other {no member}}'
    expect(t(message, { members: 1, member: 'Ann', kind: 'member' })).toBe(
      '1 neighbour of Ann a neighbour',
    )
    expect(t(message, { members: 3, member: 'Ann', kind: '' })).toBe('3 neighbours no neighbour')
  })

  it('isn’t put into what people typed', () => {
    const { t, parts } = of('en', neighbours)
    expect(t('{name} is a member', { name: 'member' })).toBe('member is a neighbour')
    expect(parts('{name} saved', { name: 'members' })).toEqual(['', 'members', ' saved'])
  })

  it('takes the longest form first, and leaves one that isn’t given whole', () => {
    expect(written('en', { user: 'guest' }, 'A user, a business user')).toBe(
      'A guest, a business user',
    )
    expect(written('en', { user: 'guest', 'business user': 'shop' }, 'a business user')).toBe(
      'a shop',
    )
  })

  it('doesn’t become another one in turn', () => {
    const own = { task: 'poll', poll: 'bill', bill: 'task' }
    expect(written('en', own, 'task, poll, bill')).toBe('poll, bill, task')
  })

  it('may hold signs that mean something in patterns', () => {
    expect(written('en', { member: '$& (a|b)' }, 'one member')).toBe('one $& (a|b)')
  })

  it('is isolated where it is of the other direction', () => {
    expect(written('en', { member: 'جار' }, 'one member')).toBe('one \u2068جار\u2069')
  })

  it.each([
    ['en', { event: 'meeting' }, 'An event, an event', 'A meeting, a meeting'],
    ['en', { member: 'inhabitant' }, 'a member', 'an inhabitant'],
    ['en', { member: 'unicorn' }, 'A member', 'A unicorn'],
    [
      'fr',
      { événement: 'rendez-vous' },
      'l’événement, d’événement',
      'le rendez-vous, de rendez-vous',
    ],
    ['fr', { membre: 'ami' }, 'le membre, de membre', 'l’ami, d’ami'],
    ['fr', { tâche: 'mission' }, 'une tâche, la tâche de fond', 'une mission, la tâche de fond'],
    [
      'de',
      { Mitglied: 'Nachbar', Mitglieder: 'Nachbarn' },
      'Mitglied, Mitglieder, Mitgliederliste',
      'Nachbar, Nachbarn, Mitgliederliste',
    ],
    ['de', { Anzeigen: 'Angebote' }, 'Alle Anzeigen anzeigen', 'Alle Angebote anzeigen'],
    ['es', { miembros: 'vecinos' }, 'Miembros y miembros', 'Vecinos y vecinos'],
    [
      'ja',
      { メンバー: '隣人' },
      '新しいメンバーを追加、メンバーシップ',
      '新しい隣人を追加、メンバーシップ',
    ],
    ['ja', { ユーザー: '人' }, 'ビジネスユーザーとユーザー', 'ビジネスユーザーと人'],
    [
      'ar',
      { عضو: 'جار', أعضاء: 'جيران' },
      'الأعضاء، عضو، وأعضاء، للأعضاء، بعضو',
      'الجيران، جار، وجيران، للجيران، بجار',
    ],
    ['ar', { مستخدم: 'شخص' }, 'مستخدم تجاري، المستخدم', 'مستخدم تجاري، الشخص'],
  ] as const)('fits its language (%s %j): %s', (language, own, text, expected) => {
    expect(written(language, own as unknown as OwnWords, text)).toBe(expected)
  })

  it('is none where nothing differs, and for a language without terms', () => {
    expect(rewording('en', {})).toBeUndefined()
    expect(rewording('en', { member: 'member', nonsense: 'x' })).toBeUndefined()
    expect(rewording('tlh', { member: 'x' })).toBeUndefined()
    expect(rewording('constructor', { member: 'x' })).toBeUndefined()
  })

  it('leaves messages whose translation has another word of the same form', () => {
    const reword = rewording('de', { Anzeigen: 'Angebote' })
    const catalog = { Show: 'Anzeigen', 'Shopping posts': 'Anzeigen' }
    const { t } = translator({ language: 'de', locale: 'de' }, catalog, reword)
    expect([t('Show'), t('Shopping posts')]).toEqual(['Anzeigen', 'Angebote'])
  })
})

describe.each(wordedLanguages)('the terms in %s', (language) => {
  it('are as many as in English, each form once', () => {
    expect(termsByLanguage[language]).toHaveLength(termsByLanguage['en']?.length ?? 0)
    const forms = formsOf(language)
    expect(new Set(forms).size).toBe(forms.length)
  })

  it.skipIf(language === 'en')('have every form that stands in messages, and no other', () => {
    const texts = poOf(language).items.map(({ msgstr }) => msgstr[0] ?? '')
    const forms = formsOf(language)
    const all = texts.join('\n').toLocaleLowerCase(language)
    const unseen = [...forms, ...(keptPhrases[language] ?? [])].filter(
      (each) => !all.includes(each.toLocaleLowerCase(language)),
    )
    expect(unseen).toEqual([])
    const inflected = new RegExp(
      `(?<!\\p{L})(${forms.join('|')})(s|es|n|en|er|ern)(?!\\p{L})`,
      'giu',
    )
    const unknown = texts
      .flatMap((text) => text.match(inflected) ?? [])
      .filter((word) => !forms.some((form) => form.toLowerCase() === word.toLowerCase()))
    expect([...new Set(unknown)]).toEqual([])
  })
})
