import type { BodySent } from '@steward/contract/calls/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export const importFileOptions = (id: string) =>
  queryOptions({
    queryKey: ['imports.details', id],
    queryFn: async ({ signal }) => (await call('imports.details', { params: { id }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** The preview of an import; while it is reloaded, the previous one stays. */
export const previewOptions = (id: string, body: BodySent<'imports.preview'>) =>
  queryOptions({
    queryKey: ['imports.preview', id, body],
    queryFn: async ({ signal }) =>
      (await call('imports.preview', { params: { id }, body, signal, mayTakeLong: true })).data,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
