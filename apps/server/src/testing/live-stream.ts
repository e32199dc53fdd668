/** An event of a stream. */
export interface Heard {
  id: string | undefined
  event: string
  data: { area?: string; action?: string; ids?: string[] }
}

/**
 * A client of the stream over a real connection; a welcome isn't among what it has heard.
 * @param lastEventId the event after which it goes on
 */
export async function listen(url: string, token: string, lastEventId?: string) {
  const ending = new AbortController()
  const answer = await fetch(`${url}/api/admin/live`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
    signal: ending.signal,
  })
  const heard: Heard[] = []
  const state: {
    ended: boolean
    /** How many signs of life have come. */
    signs: number
    welcome?: { id?: string; quiet?: number | null }
  } = { ended: false, signs: 0 }
  const reading = (async () => {
    let text = ''
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString()
      for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
        const lines = text.slice(0, at).split('\n')
        text = text.slice(at + 2)
        const of = (field: string) =>
          lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2)
        const data = of('data')
        if (lines[0] === ': alive') state.signs += 1
        else if (of('event') === 'welcome')
          state.welcome = { id: of('id'), ...JSON.parse(data ?? '{}') }
        else if (data)
          heard.push({ id: of('id'), event: of('event') ?? 'message', data: JSON.parse(data) })
      }
    }
  })()
    .catch(() => {})
    .finally(() => {
      state.ended = true
    })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    encoding: answer.headers.get('content-encoding'),
    heard,
    state,
    close: async () => {
      ending.abort()
      await reading
    },
  }
}
