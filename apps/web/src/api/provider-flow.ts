import { openidRoutes } from '@steward/contract/identity-providers/openid.routes'
import { send } from './client.ts'

const key = 'steward-provider-flow'
/** On it, the window that the provider came back to tells its parameters to the one that waits for them. */
const channelName = 'steward-provider-flow'

/** What this browser keeps while somebody is at an identity provider: who comes back has to have it. */
export interface ProviderFlow {
  provider: string
  binding: string
  /** Whether somebody signs in, or proves on their own account who they are. */
  isSignIn: boolean
}

interface Started {
  url: string
  binding: string
}

/** Goes to a provider to sign in; throws Failure where it is away. */
export async function goToProvider(provider: string, returnTo: string): Promise<void> {
  const body = { provider, returnTo }
  const { data } = (await send(openidRoutes['openid.start'], { body })) as { data: Started }
  leaveFor({ provider, binding: data.binding, isSignIn: true }, data.url)
}

/** Goes to a provider to link one's own account; throws Failure. */
export async function linkAtProvider(provider: string, returnTo: string): Promise<void> {
  const { url, binding } = await startOwn(provider, 'link', returnTo)
  leaveFor({ provider, binding, isSignIn: false }, url)
}

function leaveFor(flow: ProviderFlow, url: string): void {
  sessionStorage.setItem(key, JSON.stringify(flow))
  window.location.assign(url)
}

async function startOwn(provider: string, purpose: 'step_up' | 'link', returnTo: string) {
  const body = { provider, purpose, returnTo }
  const { data } = (await send(openidRoutes['openid.startOwn'], { body })) as { data: Started }
  return data
}

/** Takes what this tab has kept; null where somebody else began, or it was used. */
export function takeProviderFlow(): ProviderFlow | null {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  try {
    return kept ? (JSON.parse(kept) as ProviderFlow) : null
  } catch {
    return null
  }
}

interface Finished {
  message: string
  data: { returnTo: string }
}

/** Finishes a sign-in, a step-up or a link with what the provider has sent; throws Failure. */
export async function finishAtProvider(
  { provider, binding, isSignIn }: ProviderFlow,
  parameters: string,
): Promise<Finished> {
  const route = openidRoutes[isSignIn ? 'openid.finish' : 'openid.finishOwn']
  const body = { provider, binding, parameters }
  return (await send(route, { body })) as unknown as Finished
}

/**
 * Step-up at a provider, in a window of its own, so that the page and what waits on it stay.
 * @param signal ends the waiting: whether the other window is closed isn't known, as its origin is cut off from ours
 * @returns false where it was ended; throws Failure
 */
export async function stepUpAtProvider(provider: string, signal: AbortSignal): Promise<boolean> {
  // Opened before anything is waited for, or the browser would take it for an advertisement.
  const other = window.open('', 'steward-step-up', 'popup,width=520,height=720')
  const channel = new BroadcastChannel(channelName)
  try {
    const { url, binding } = await startOwn(provider, 'step_up', window.location.pathname)
    const flow = { provider, binding, isSignIn: false }
    if (!other) {
      leaveFor(flow, url)
      return false
    }
    other.location.href = url
    const parameters = await comesBack(channel, provider, signal)
    if (parameters === null) return false
    await finishAtProvider(flow, parameters)
    return true
  } catch (thrown) {
    other?.close()
    throw thrown
  } finally {
    channel.close()
  }
}

interface Told {
  provider: string
  parameters: string
}

/** The parameters that the other window tells; null where `signal` ends the waiting. */
const comesBack = (channel: BroadcastChannel, provider: string, signal: AbortSignal) =>
  new Promise<string | null>((done) => {
    signal.addEventListener('abort', () => done(null))
    channel.addEventListener('message', ({ data }: MessageEvent<Partial<Told>>) => {
      if (data.provider !== provider || data.parameters === undefined) return
      channel.postMessage({ taken: true })
      done(data.parameters)
    })
  })

/** Tells the window that waits what the provider has sent; false where none takes it within a second. */
export function tellWaitingWindow(provider: string, parameters: string): Promise<boolean> {
  const channel = new BroadcastChannel(channelName)
  return new Promise((done) => {
    const end = (isTaken: boolean) => {
      clearTimeout(late)
      channel.close()
      done(isTaken)
    }
    const late = setTimeout(() => end(false), 1_000)
    channel.addEventListener('message', ({ data }: MessageEvent<{ taken?: true }>) => {
      if (data.taken) end(true)
    })
    channel.postMessage({ provider, parameters } satisfies Told)
  })
}
