import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { Poll } from '@steward/contract/polls/polls'
import { pollFields } from '@steward/contract/polls/polls.fields'
import { msg } from '@steward/i18n/reader'
import type { Selectable, Updateable } from 'kysely'
import { plainColumns } from '../../db/schema/columns.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { conflict, Failure, invalidField } from '../../http/failure.ts'
import { isAnswered, mergeQuestions, mustFitKind } from './poll-questions.rules.ts'

type Row = Selectable<Tables['polls']>
type Fields = Omit<BodyOf<'polls.update'>, 'version'>

/** The status at a moment: an open poll is closed once its closing time has passed. */
export const statusOf = (row: Pick<Row, 'status' | 'closes_at'>, now: string): Poll['status'] =>
  row.status === 'open' && row.closes_at !== null && row.closes_at <= now ? 'closed' : row.status

export function mustCloseAfterOpening(
  row: Pick<Row, 'opens_at' | 'closes_at'>,
  fields: Pick<Fields, 'opensAt' | 'closesAt'>,
): void {
  if (fields.opensAt === undefined && fields.closesAt === undefined) return
  const opens = fields.opensAt === undefined ? row.opens_at : fields.opensAt
  const closes = fields.closesAt === undefined ? row.closes_at : fields.closesAt
  if (!opens || !closes || closes > opens) return
  const sentence = msg('A poll can’t close before it opens.')
  throw fields.closesAt === undefined
    ? invalidField('opensAt', 'must be before the closing time', sentence)
    : invalidField('closesAt', 'must be after the opening time', sentence)
}

/** The columns for a status: closing sets the closing time, opening clears one that has passed. */
export function statusColumns(row: Row, fields: Fields, at: Date): Updateable<Tables['polls']> {
  const now = at.toISOString()
  const { status, closesAt } = fields
  const closes = closesAt === undefined ? row.closes_at : closesAt
  const isAndStays = [row, { ...row, closes_at: closes }].every(
    (each) => statusOf(each, now) === status,
  )
  if (status === undefined || isAndStays) return {}
  if (status === 'draft' && isAnswered(row))
    throw conflict('It already has answers, so it can’t go back to draft. Close it instead.')
  if (status === 'open' && closes !== null && closes <= now) {
    if (closesAt === undefined) return { status, closes_at: null }
    const sentence = msg('It can’t be opened because its closing time has passed.')
    throw invalidField('closesAt', 'must be in the future while it is open', sentence)
  }
  const opens = fields.opensAt === undefined ? row.opens_at : fields.opensAt
  const closesNow = closesAt === undefined && (closes === null || closes > now)
  const inOrder = opens === null || opens < now
  return { status, ...(status === 'closed' && closesNow && inOrder && { closes_at: now }) }
}

function questionColumns(row: Row, fields: Fields): Updateable<Tables['polls']> {
  const questions = fields.questions && mergeQuestions(row.questions, fields.questions)
  const asksElse = questions && JSON.stringify(questions) !== JSON.stringify(ordered(row.questions))
  const kind = fields.kind === row.kind ? undefined : fields.kind
  if (kind && isAnswered(row)) {
    const words = msg('It already has answers, so it can’t be changed between poll and survey.')
    throw new Failure('conflict', words, { errors: [{ path: 'kind', msg: words }] })
  }
  if (kind || asksElse) mustFitKind(kind ?? row.kind, questions ?? row.questions)
  return { kind, ...(asksElse && { questions }) }
}

/** Questions with their keys in one order, as the database may return another. */
const ordered = (questions: Poll['questions']): Poll['questions'] =>
  questions.map(({ text, options }) => ({
    text,
    options: options.map((option) => ({ text: option.text, votes: option.votes })),
  }))

export function pollColumns(row: Row, fields: Fields, now: Date): Updateable<Tables['polls']> {
  mustCloseAfterOpening(row, fields)
  const { kind, questions, status, ...plain } = fields
  return {
    ...plainColumns(pollFields, plain),
    ...questionColumns(row, fields),
    ...statusColumns(row, fields, now),
  }
}
