import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { languages } from '../../api/language/language.ts'
import { loadMessages } from '../../api/language/messages.ts'

/** The words of the community as they are saved. */
export const savedWords = queryOptions({
  queryKey: ['words.read'] as const,
  queryFn: async ({ signal }) => (await call('words.read', { signal })).data,
})

/** All messages of a language, for examples; null where they can't be loaded. */
export const messagesOf = (language: string) =>
  queryOptions({
    queryKey: ['messages', language] as const,
    queryFn: () => loadMessages(languages()[language], ['start', 'rest']),
    staleTime: Number.POSITIVE_INFINITY,
  })
