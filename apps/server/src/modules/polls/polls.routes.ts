import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { Poll } from '@steward/contract/polls/polls'
import type { Db } from '../../db/connection/connection.ts'
import { type WriteTransaction, write } from '../../db/write/write.ts'
import type { Handlers } from '../../http/routes.ts'
import { actorOf } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import { changedColumns, checkVersion, findLiveOrThrow, idsOf } from '../records/checks.ts'
import { detailsOf } from '../records/details.ts'
import type { Snapshots } from '../time-travel/time-travel.service.ts'
import { mergeQuestions, mustFitKind } from './poll-questions.rules.ts'
import { pollDeletion } from './polls.deletion.ts'
import { mustCloseAfterOpening, pollColumns } from './polls.rules.ts'
import { findPoll, listPolls, type PollRow, pollListingIn } from './polls.store.ts'
import { pollView } from './polls.view.ts'

type Names = 'list' | 'details' | 'create' | 'update' | 'delete' | 'restore' | 'purge'

/** Polls and surveys (specification section 7, Other areas). */
export function pollsHandlers(db: Db, snapshots: Snapshots): Handlers<`polls.${Names}`> {
  const present = async (from: Db, id: string) => pollView((await findPoll(from, id)) as PollRow)
  return {
    'polls.list': async ({ query, session }) => {
      const { rows, pagination } = await snapshots.read('polls', session, query.asOf, (source) =>
        listPolls(source, query),
      )
      return { data: rows.map(pollView), pagination }
    },
    'polls.create': async ({ body, session }) => {
      const poll = await write(db, actorOf(session), async (writing) =>
        present(writing.tx, await createPoll(writing, body, session.user.id)),
      )
      return { data: poll, message: `${kindWord(poll.kind)} “${poll.title}” created.` }
    },
    'polls.update': async ({ params, body: { version, ...fields }, session }) => {
      const { poll, before } = await write(db, actorOf(session), async ({ tx, lock, update }) => {
        const row = findLiveOrThrow(await lock('polls', idsOf(params.id)), 'poll')
        const before = await present(tx, row.id)
        await checkVersion(version, row, async () => before)
        const patch = changedColumns(row, pollColumns(row, fields, new Date()))
        if (patch) await update('polls', [row], patch)
        return { poll: await present(tx, row.id), before }
      })
      return { data: poll, message: savedWords(before, poll) }
    },
    'polls.details': detailsOf<PollRow, Poll>(snapshots, {
      table: 'polls',
      one: 'poll',
      listing: pollListingIn,
      view: pollView,
    }),
    ...pollDeletion.handlers(db),
  }
}

type Told = ReturnType<typeof pollView>

const kindWord = (kind: Told['kind']) => (kind === 'poll' ? 'Poll' : 'Survey')

function savedWords(before: Told, { kind, status, closesAt, title }: Told): string {
  if (status === before.status || status === 'draft') return `${kindWord(kind)} saved.`
  if (status === 'closed') return `“${title}” closed.`
  const endless = before.closesAt !== null && closesAt === null
  return `“${title}” opened.${endless ? ' It no longer has a closing time.' : ''}`
}

/** Makes a poll or survey of whoever asks, as a draft unless said otherwise. @returns its id */
async function createPoll(
  { insert }: WriteTransaction,
  body: BodyOf<'polls.create'>,
  author: string,
): Promise<string> {
  const { kind = 'poll', opensAt = null, closesAt = null } = body
  const questions = mergeQuestions([], body.questions)
  mustFitKind(kind, questions)
  mustCloseAfterOpening({ opens_at: null, closes_at: null }, { opensAt, closesAt })
  const id = newId()
  await insert('polls', [
    {
      id,
      kind,
      title: body.title,
      description: body.description ?? null,
      author_id: author,
      questions,
      response_count: 0,
      opens_at: opensAt,
      closes_at: closesAt,
      status: body.status ?? 'draft',
      deleted_at: null,
    },
  ])
  return id
}
