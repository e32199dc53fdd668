import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { LiveChange } from '@steward/contract/live/live'
import { t } from '@steward/i18n/reader'
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import { createStore, type StoreApi } from 'zustand'
import { isOnline, useConnection } from '../browser/connection.ts'
import { bearer, readToken } from '../browser/token.ts'
import { readAnswer } from '../client.ts'
import { apiUrl } from '../config.ts'
import { Failure } from '../failure.ts'
import { routeOf } from '../known-routes.ts'
import { hasCall, noteAnswer } from '../missing-calls.ts'
import { sleep } from '../sleep.ts'
import { noteFollowing } from './live-state.ts'

/** Receives what the stream of changes reports. */
export interface LiveListener {
  /** Called when the stream of changes has begun. */
  onBegin: () => void
  onChange: (change: LiveChange) => void
  /** Called when a person opened or left a record. */
  onPresence: (at: { area: AuditArea; record: string }) => void
  /** What the person may do has changed. */
  onPermissions: () => void
  /** Requests or loans have changed. */
  onLoans: () => void
  /** Called when changes are unknown or too many, so that everything has to be loaded again. */
  onReset: () => void
  /** @param quiet milliseconds since the last change before the stream began */
  onWelcome: (quiet: number) => void
}

/** How the stream keeps up, in milliseconds. */
export interface Pace {
  /** The pause before the stream is opened again; doubled after each failure, with jitter. */
  again: number
  most: number
  /** How long the stream may be silent; the server sends a sign of life every 15 seconds. */
  silence: number
  /** How long the first event may take; the server sends it at once, unless a proxy buffers it. */
  first: number
}

const usualPace: Pace = { again: 1_000, most: 30_000, silence: 45_000, first: 20_000 }

/** Streams in a row that brought nothing, after which none is tried any more. */
const maxSilent = 3

/** Characters of one event at the most; what is longer ends the stream. */
const maxBufferSize = 512 * 1024

/** How long a hidden tab keeps its stream open, in milliseconds. */
const hiddenFor = 10_000

/**
 * Keeps the stream of changes open until it is closed: reopens it after the last event, with
 * exponential backoff and jitter; pauses while offline or hidden. A server that lacks the call is
 * tried once a session.
 */
export function openLiveStream(listener: LiveListener, pace: Pace = usualPace): () => void {
  const ending = new AbortController()
  void keepListening(listener, pace, ending.signal).finally(() => noteFollowing(false))
  return () => ending.abort()
}

async function keepListening(
  listener: LiveListener,
  pace: Pace,
  ended: AbortSignal,
): Promise<void> {
  const wanted = watchWanted(ended)
  /** The event after which the stream goes on. */
  const place: { last: string | null; begun: boolean } = { last: null, begun: false }
  let failures = 0
  let silent = 0
  while (!ended.aborted && hasCall('live.stream') && silent < maxSilent) {
    await untilWanted(wanted, ended)
    if (ended.aborted) return
    const paused = new AbortController()
    const forget = wanted.subscribe((now) => now || paused.abort())
    const outcome = await listenOnce(listener, pace, place, AbortSignal.any([ended, paused.signal]))
    forget()
    if (ended.aborted || outcome.over) return
    silent = outcome.heard || !outcome.silent ? 0 : silent + 1
    failures = outcome.heard ? 0 : failures + 1
    // What was missed comes once it is looked at again.
    if (paused.signal.aborted) continue
    noteFollowing(false)
    const pause = Math.min(pace.most, pace.again * 2 ** failures) * (0.5 + Math.random() / 2)
    await sleep(Math.max(pause, outcome.retryAfter), ended)
  }
}

interface Outcome {
  /** Whether any data came. */
  heard: boolean
  /** Whether it was given up because no data came. */
  silent: boolean
  /** Whether the session is over, or the server lacks the call. */
  over: boolean
  retryAfter: number
}

async function listenOnce(
  listener: LiveListener,
  pace: Pace,
  place: { last: string | null; begun: boolean },
  stopped: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = { heard: false, silent: false, over: false, retryAfter: 0 }
  const gaveUp = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const expect = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      outcome.silent = true
      gaveUp.abort()
    }, ms)
  }
  expect(pace.first)
  try {
    const signal = AbortSignal.any([stopped, gaveUp.signal])
    const body = await open(place.last, signal)
    const knewPlace = place.last !== null
    const onAlive = () => {
      if (!outcome.heard) {
        // The stream was open before, and it is unknown which changes were missed.
        if (place.begun && !knewPlace) listener.onReset()
        place.begun = true
        noteFollowing(true)
        listener.onBegin()
      }
      outcome.heard = true
      expect(pace.silence)
    }
    const onId = (id: string) => {
      place.last = id === '' ? null : id
    }
    const onEvent = ({ event = 'message', data }: EventSourceMessage) => {
      onAlive()
      tell(listener, event, data)
    }
    await body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ onId, onComment: onAlive, maxBufferSize }))
      .pipeTo(new WritableStream({ write: onEvent }), { signal })
  } catch (thrown) {
    if (thrown instanceof Failure) {
      outcome.over = thrown.status === 401 || thrown.code === 'no_such_call'
      outcome.retryAfter = (thrown.retryAfter ?? 0) * 1_000
    }
  } finally {
    // biome-ignore lint/style/noNonNullAssertion: it was set before anything could fail
    clearTimeout(timer!)
  }
  return outcome
}

/** Opens the stream; throws Failure where the server refuses it or lacks the call. */
async function open(last: string | null, signal: AbortSignal) {
  const route = routeOf('live.stream')
  const token = readToken()
  const answer = await fetch(apiUrl(route.path), {
    headers: {
      Accept: 'text/event-stream',
      ...bearer(token),
      ...(last !== null && { 'Last-Event-ID': last }),
    },
    cache: 'no-store',
    signal,
  })
  // i18n-ignore: a header
  const type = answer.headers.get('Content-Type') ?? ''
  if (answer.ok && answer.body && type.startsWith('text/event-stream')) return answer.body
  if (!answer.ok)
    readAnswer(route, token, answer.status, await answer.text(), (name) => answer.headers.get(name))
  // Another resource answers at this address, such as an HTML page.
  void answer.body?.cancel()
  noteAnswer(route, 501, undefined)
  throw new Failure({ status: 501, code: 'no_such_call', message: t('No stream of changes') })
}

function tell(listener: LiveListener, event: string, text: string): void {
  const data = parse(text)
  if (event === 'reset') listener.onReset()
  else if (event === 'permissions') listener.onPermissions()
  else if (event === 'loans') listener.onLoans()
  else if (event === 'welcome') {
    if (typeof data?.['quiet'] === 'number') listener.onWelcome(data['quiet'])
  } else if (event === 'presence' && isAboutRecords(data)) {
    for (const record of data.ids) listener.onPresence({ area: data.area, record })
  } else if (event === 'message' && isAboutRecords(data)) listener.onChange(data)
}

const isAboutRecords = (data: Record<string, unknown> | null): data is LiveChange =>
  data !== null && typeof data['area'] === 'string' && Array.isArray(data['ids'])

function parse(text: string): Record<string, unknown> | null {
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' ? (data as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

/**
 * Whether the tab should keep its stream open: it is online, and visible or was until a moment ago. A browser opens six
 * connections to one server for all its tabs, so hidden tabs must not hold one each.
 */
function watchWanted(ended: AbortSignal): StoreApi<boolean> {
  let seen = !document.hidden
  let timer: ReturnType<typeof setTimeout> | undefined
  const wanted = createStore<boolean>(() => isOnline() && seen)
  const look = () => wanted.setState(isOnline() && seen)
  const onVisibility = () => {
    clearTimeout(timer)
    const see = () => {
      seen = !document.hidden
      look()
    }
    if (document.hidden) timer = setTimeout(see, hiddenFor)
    else see()
  }
  document.addEventListener('visibilitychange', onVisibility, { signal: ended })
  const forget = useConnection.subscribe(look)
  ended.addEventListener('abort', () => {
    clearTimeout(timer)
    forget()
  })
  return wanted
}

function untilWanted(wanted: StoreApi<boolean>, ended: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (wanted.getState()) return done()
    ended.addEventListener('abort', () => done())
    const forget = wanted.subscribe(() => {
      forget()
      done()
    })
  })
}
