import { type Job, jobsQuery } from '@steward/contract/jobs/jobs'
import { currentTranslator, msg, t } from '@steward/i18n/reader'
import { nested, saidIn, say, written } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { isId } from '../../ids.ts'
import {
  findJob,
  type JobRow,
  listFailures,
  listJobs,
  moveJob,
} from '../../modules/jobs/jobs.store.ts'
import { jobView } from '../../modules/jobs/jobs.view.ts'
import { OperatorError } from '../../operator-error.ts'
import { defineCommand, UsageError, type Values } from '../command.ts'
import { withDatabase } from '../database.ts'

const details = [
  [
    ['list', msg('jobs that are not over, the newest first')],
    ['  --all', msg('those that are over as well, a hundred at the most')],
    ['show ID', msg('one job, with the first of what went wrong in it')],
    ['cancel ID', msg('end a job; what it has done stays done')],
  ],
  [['--json', msg('the same as JSON, for list and show')]],
  msg(
    'A server that works on a job which is cancelled ends it within a second or so. It works while the server runs and while it doesn’t: also for a job with which no server starts any more.',
  ),
] as const

const options = { all: { type: 'boolean' }, json: { type: 'boolean' } } as const

type Translation = Pick<Job, 'template' | 'params'>

const open = ['waiting', 'running', 'paused', 'stopped'] as const
const maxListed = 100
const maxFailures = 20

export const jobsCommand = defineCommand({
  name: 'jobs',
  summary: msg('List or cancel jobs and imports'),
  synopsis: 'list | show ID | cancel ID [options]',
  details,
  options,
  most: Number.POSITIVE_INFINITY,
  run: async (values, [action = '', id, extra]) => {
    const act = Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : null
    if (!act)
      throw new UsageError(
        say('steward jobs takes list, show or cancel, not "{action}".', { action }),
      )
    if ((action === 'list') !== (id === undefined) || extra !== undefined) {
      const what = nested(action === 'list' ? msg('no job') : msg('one job'))
      throw new UsageError(say('steward jobs {action} takes {what}.', { action, what }))
    }
    if (values.all && action !== 'list')
      throw new UsageError(msg('--all can only be used with list.'))
    if (values.json && action === 'cancel')
      throw new UsageError(msg('--json can only be used with list and show.'))
    return await withDatabase(({ db }) => act(db, id ?? '', values))
  },
})

const actions = {
  list: async (db: Db, _id: string, values: Values<typeof options>): Promise<string> => {
    const query = jobsQuery.parse({
      limit: String(maxListed),
      ...(values.all ? {} : { status: open }),
    })
    const { rows } = await listJobs(db, query, null)
    if (values.json) return JSON.stringify(rows.map(jobView), null, 2)
    if (rows.length === 0) return values.all ? t('There are no jobs.') : t('No unfinished jobs.')
    return rows.map(lineOf).join('\n')
  },
  show: async (db: Db, id: string, values: Values<typeof options>): Promise<string> => {
    const row = await mustFindJob(db, id)
    const { failures } = await listFailures(
      db,
      row,
      { page: 1, limit: maxFailures },
      // People with access to the shell may see everything.
      { areas: [], types: [], all: true, scope: null },
    )
    if (values.json) return JSON.stringify({ ...jobView(row), failures }, null, 2)
    const { startedBy } = jobView(row)
    const lines = [
      lineOf(row),
      `  ${t('started by {name} on {time}', { name: plain(startedBy.name), time: String(row.created_at) })}`,
      ...(row.reason === null ? [] : [`  ${plain(writtenHere(row.reason, jobView(row)))}`]),
      ...failures.map(
        ({ name, message, ...each }) =>
          `  ${plain(`${name ?? ''}: ${writtenHere(message, each)}`)}`,
      ),
    ]
    return lines.join('\n')
  },
  cancel: async (db: Db, id: string): Promise<string> => {
    const { status } = await mustFindJob(db, id)
    if (status === 'cancelled' || (await moveJob(db, id, open, 'cancelled'))) {
      return t('Job cancelled. Changes already made are kept.')
    }
    throw new OperatorError(
      say("This job is {status} and can't be cancelled.", {
        status: (await mustFindJob(db, id)).status,
      }),
    )
  },
}

/** What was kept of something said, in the language of the shell. */
const writtenHere = (message: string, { template, params = {} }: Translation): string =>
  written(saidIn(template === undefined ? message : { template, params }), currentTranslator())

async function mustFindJob(db: Db, id: string): Promise<JobRow> {
  const found = isId(id) ? await findJob(db, id) : undefined
  if (found) return found
  throw new OperatorError(
    say('There is no job {id}. See: steward jobs list --all', { id: plain(id) }),
  )
}

function lineOf(row: JobRow): string {
  const { changed, unchanged, failed, progress } = jobView(row)
  const { area, file_name: file } = row
  const what = file === null ? area : t('{area} from {file}', { area, file })
  const through = `${Math.floor(progress * 100)} %`
  const numbers = t('{changed} changed, {unchanged} unchanged, {failed} failed', {
    changed,
    unchanged,
    failed,
  })
  return plain(`${row.id}  ${row.status.padEnd(9)}  ${row.action} ${what}: ${through}, ${numbers}`)
}

/** A text that is safe on a terminal, so that names can't move the cursor or set colours. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '�')
