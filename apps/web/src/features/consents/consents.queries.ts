import type { BodySent, DataOf } from '@steward/contract/calls/endpoints'
import type { EndpointName } from '@steward/contract/calls/routes'
import type { Consent } from '@steward/contract/consents/consents'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { watchJob } from '../../api/browser/watched-jobs.ts'
import { call, send } from '../../api/client.ts'
import type { ConsentQuestion } from '../../api/consent.ts'
import { nameOf, routeOf } from '../../api/known-routes.ts'
import { startDownload } from '../../shared/export/use-export.ts'

export type Of = 'forMe' | 'mine' | 'decided'

export const consents = (of: Of, page: number) =>
  queryOptions({
    queryKey: ['consents.list', { of, page }] as const,
    queryFn: async ({ signal }) => {
      const query = { of, page: String(page), limit: '10' }
      return (await call('consents.list', { query, signal })).data
    },
  })

/** How often a request that waits is read anew, in milliseconds, where no live change tells of it. */
const whileWaiting = 5_000

export const consentDetails = (id: string) =>
  queryOptions({
    queryKey: ['consents.details', { id }] as const,
    queryFn: async ({ signal }) =>
      (await call('consents.details', { params: { id }, signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.consent.status === 'waiting' ? whileWaiting : false,
  })

export const consentSettings = queryOptions({
  queryKey: ['consents.rules'] as const,
  queryFn: async ({ signal }) => (await call('consents.rules', { signal })).data,
})

/** A write about consents, after which all that is shown of them is read anew. */
export function useConsentWrite<V, A>(
  write: (value: V) => Promise<A>,
  done: (answer: A) => void = () => {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess: done,
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('consents.'),
      }),
  })
}

/** Asks for consent to the call of a question. */
export async function askFor({ route, sent }: ConsentQuestion, reason: string): Promise<Consent> {
  const { params, query, body, mayTakeLong } = sent
  const name = nameOf(route) as EndpointName
  const asked = { call: name, params, query, body: fieldsOf(body), reason }
  // To try the call takes as long as the call.
  const asking = { body: asked as BodySent<'consents.create'>, mayTakeLong }
  return (await call('consents.create', asking)).data
}

/** The fields of a body; files aren't part of what is agreed to. */
const fieldsOf = (body: unknown): unknown =>
  body instanceof FormData
    ? Object.fromEntries([...body].filter(([, value]) => typeof value === 'string'))
    : body

/** Makes the very call that was agreed to, and shows what comes of it. */
export async function carryOut({ _id, call: name, asked }: Consent): Promise<void> {
  if (!asked) throw new Error('the call of a consent is not kept')
  const answer = await send(routeOf(name as EndpointName), {
    params: asked.params as Record<string, string>,
    query: asked.query as Record<string, string>,
    body: Object.keys(asked.body).length > 0 ? asked.body : undefined,
    consent: _id,
    mayTakeLong: name === 'imports.start' || undefined,
  })
  if (name === 'exports.create') startDownload(answer['data'] as DataOf<'exports.create'>)
  else if (name.startsWith('jobs.') || name === 'imports.start' || name === 'privacy.erase')
    watchJob((answer['data'] as { _id: string })._id)
  else if (name === 'proposals.approve') {
    const { job } = answer['data'] as DataOf<'proposals.approve'>
    if (job) watchJob(job._id)
  }
}
