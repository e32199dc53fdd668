import { personalPlaces } from '@steward/contract/privacy/places'
import { columnsOf, personalData } from './catalogue.ts'
import type { PersonalColumn, Place } from './place.ts'

const effects = {
  delete: 'goes',
  replace: 'stays without name and addresses',
  choose: 'goes or stays, as chosen',
  user: 'goes',
} as const

function whose({ person }: Place): string {
  if (person === null) return 'by name or address'
  if ('by' in person) return `\`${person.by}\` of their ${person.of}`
  return person.map((column) => `\`${column}\``).join(' or ')
}

function exported(of: readonly PersonalColumn[]): string {
  const shown = of.some((column) => column.exported === undefined)
  const secret = of.some((column) => column.exported === 'secret')
  if (!shown && !secret) return 'no: about others'
  if (!shown) return 'only that there is one'
  return secret ? 'yes, without secrets' : 'yes'
}

const columns = (place: Place) =>
  columnsOf(place)
    .map(([name, { kind, of }]) => `\`${name}\` (${kind}${of ? ` of \`${of}\`` : ''})`)
    .join(', ')

/** The table of docs/privacy.md: every place with its columns, whose they are, and what becomes of them. */
export function placesTable(): string {
  const rows = personalData.map((place) => {
    const hasNames = columnsOf(place).some(([, { of }]) => of)
    const named = hasNames ? '; in rows of others the name' : ''
    const effect =
      typeof place.erasure === 'object'
        ? `stays${named && ', but for the name'}. ${place.erasure.keep}`
        : `${effects[place.erasure]}${named}`
    const all = columnsOf(place).map(([, column]) => column)
    const out = place.person === null ? 'no: about others' : exported(all)
    return `| ${personalPlaces[place.place]}: \`${place.table}\` | ${columns(place)} | ${whose(place)} | ${out} | ${effect} |`
  })
  return [
    '| table | columns | whose | exported | at an erasure |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
