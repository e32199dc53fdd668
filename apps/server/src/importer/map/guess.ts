import { translatorIn } from '../../languages.ts'
import type { Importing } from '../fields.ts'
import type { ReadingOptions } from '../options.ts'
import { isTemplate } from './template.ts'

const normal = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Other names that files use for a field, the most likely first. */
const otherNames: Record<string, readonly string[]> = {
  name: ['full name', 'display name', 'member', 'person', 'user', 'username', 'first name'],
  email: ['mail', 'email address'],
  phone: ['telephone', 'tel', 'mobile', 'phone number', 'cell'],
  businessName: ['business', 'company', 'organisation', 'organization', 'shop'],
  location: ['city', 'town', 'place', 'venue', 'address', 'where'],
  about: ['bio', 'biography', 'description', 'profile'],
  lastActiveAt: ['last active', 'last seen', 'last login'],
  text: ['body', 'content', 'message', 'post', 'tweet', 'caption'],
  author: ['user', 'username', 'posted by', 'writer', 'by', 'creator'],
  category: ['topic', 'section', 'subject'],
  likeCount: ['likes', 'favorites', 'favourites', 'hearts', 'upvotes'],
  commentCount: ['comments', 'replies', 'answers'],
  reportCount: ['reports', 'flags'],
  title: ['subject', 'headline', 'summary', 'name', 'event', 'question', 'item', 'product', 'task'],
  description: ['details', 'body', 'text', 'notes', 'content'],
  timeZone: ['zone', 'tz', 'iana zone'],
  startsAt: ['start', 'starts', 'start date', 'start time', 'begin', 'date', 'when'],
  endsAt: ['end', 'ends', 'end date', 'end time', 'finish'],
  host: ['host organization', 'host organisation', 'organizer', 'organiser', 'hosted by', 'owner'],
  capacity: ['seats', 'places', 'max attendees'],
  attendeeCount: ['attendees', 'guests', 'participants', 'going'],
  responseCount: ['responses', 'sample size', 'samplesize', 'votes', 'answers'],
  opensAt: ['opens', 'start', 'start date'],
  closesAt: ['closes', 'end', 'end date', 'deadline'],
  assignee: ['assigned to', 'owner', 'responsible', 'person'],
  dueAt: ['due', 'due date', 'deadline', 'payable by'],
  priority: ['importance', 'urgency'],
  status: ['state'],
  number: ['bill number', 'invoice', 'invoice number', 'no', 'reference', 'ref'],
  payer: ['customer', 'client', 'billed to', 'debtor', 'owner', 'name'],
  amount: ['total', 'sum', 'price', 'value'],
  currency: ['currency code'],
  issuedAt: ['issued', 'issue date', 'invoice date', 'date'],
  paidAt: ['paid', 'payment date', 'paid on'],
  notes: ['note', 'comment', 'comments', 'remarks', 'memo'],
  price: ['amount', 'cost', 'value'],
  seller: ['sold by', 'vendor', 'owner', 'user'],
  createdAt: ['created', 'date', 'timestamp', 'created date', 'posted at', 'joined'],
  updatedAt: ['updated', 'modified', 'last modified'],
}

/**
 * Guesses the column of each field by name, each once; values of `sample` can exclude a column.
 * @param headed the language that exports may be headed in, beside English, and the words of the community
 */
export function guessMapping(
  area: Importing,
  columns: readonly string[],
  given: Readonly<Record<string, string>>,
  sample: (column: string) => string | undefined,
  { language, words }: Pick<ReadingOptions, 'language' | 'words'> = {},
): Record<string, string> {
  const free = new Map(
    columns.filter((column) => !isTemplate(column)).map((column) => [normal(column), column]),
  )
  const map: Record<string, string> = {}
  const take = (field: string, names: readonly string[]) => {
    if (Object.hasOwn(map, field) || Object.hasOwn(given, field)) return
    for (const name of names.map(normal)) {
      const column = free.get(name)
      if (column === undefined || !fits(area, field, sample(column))) continue
      map[field] = column
      free.delete(name)
      return
    }
  }
  const fields = Object.entries(area.fields).sort(
    ([, a], [, b]) => Number(b.required ?? false) - Number(a.required ?? false),
  )
  for (const [field] of fields) take(field, [field])
  for (const [field] of fields) take(field, otherNames[field] ?? [])
  for (const { t } of [translatorIn(language), translatorIn(language, words)])
    for (const [field] of fields)
      take(
        field,
        (area.fields[field]?.headings ?? []).map((each) => t(each)),
      )
  return map
}

function fits(area: Importing, field: string, value: string | undefined): boolean {
  const reader = area.fields[field]?.reader
  if (!value || reader?.kind !== 'plain') return true
  try {
    reader.read(value)
    return true
  } catch {
    return false
  }
}
