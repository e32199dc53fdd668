import { useEffect, useSyncExternalStore } from 'react'
import { isLackOfCall, isLeftToGuard, toFailure } from '../../api/failure.ts'
import { loadCode } from '../page/load-code.ts'
import { loadOnIntent } from '../page/on-intent.ts'
import classes from './messages.module.css'
import { noteAct } from './undo-stack.ts'

type Channels = typeof import('./message-channels.tsx')

let loaded: Channels | null = null
let isThere = false
/** Messages said before the channels were loaded, in order. */
const unsaid: { words: string; say: (to: Channels) => void }[] = []
/** Messages shown as plain text where the channels can't be loaded, for example while offline. */
let plain: readonly string[] = []
const plainTime = 5000
const redraws = new Set<() => void>()
let undoables = 0

const redrawAll = () => {
  for (const redraw of redraws) redraw()
}

/** Loads the channels, on the first pointer movement or the first message. */
async function load(): Promise<void> {
  if (loaded) return
  loaded = await loadCode(() => import('./message-channels.tsx'))
  redrawAll()
}

function say(words: string, how: (to: Channels) => void): void {
  unsaid.push({ words, say: how })
  if (isThere) sayAll()
  else load().catch(sayPlainly)
}

function sayAll(): void {
  if (loaded) for (const { say } of unsaid.splice(0)) say(loaded)
}

function sayPlainly(): void {
  const said = unsaid.splice(0).flatMap(({ words }) => (words === '' ? [] : [words]))
  plain = [...new Set([...plain, ...said])]
  setTimeout(() => {
    plain = plain.filter((words) => !said.includes(words))
    redrawAll()
  }, plainTime)
  redrawAll()
}

const show = (type: 'success' | 'error' | 'info') => (text: string, name?: string) =>
  say([text, name ?? []].flat().join(' '), (to) => to.showToast(type, text, name))

/** Shows toasts (specification section 9); a given record name is shown beside the message. */
export const toast = { success: show('success'), error: show('error'), info: show('info') }

/** Shows a notice (specification section 9); a text that is already shown is not repeated. */
export const notice = (text: string): void => say(text, (to) => to.showNotice(text))

/** A notice with Undo for 8 s; afterwards the undo key of lists calls `undo`, at most once. */
export function undoable(text: string, undo: () => unknown, name?: string): void {
  undoables += 1
  const id = `undoable-${undoables}`
  const act = {
    undo: () => {
      say('', (to) => to.dismiss(id))
      return undo()
    },
  }
  const forget = noteAct(act)
  const onUndo = () => {
    forget()
    act.undo()
  }
  say(text, (to) => to.showUndoable({ id, text, name, onUndo }))
}

/** Shows a failure as toasts, one for each entry (specification section 8). */
export function showFailure(thrown: unknown): void {
  const failure = toFailure(thrown)
  if (isLeftToGuard(failure)) return
  if (isLackOfCall(failure)) {
    notice('This server doesn’t offer that.')
    return
  }
  for (const entry of failure.entries) toast.error(entry.msg)
}

export function dismissMessages(): void {
  unsaid.length = 0
  if (plain.length > 0) {
    plain = []
    redrawAll()
  }
  loaded?.dismiss()
}

const subscribe = (redraw: () => void) => {
  redraws.add(redraw)
  return () => redraws.delete(redraw)
}

export function Messages() {
  const channels = useSyncExternalStore(subscribe, () => loaded)
  const words = useSyncExternalStore(subscribe, () => plain)
  useEffect(() => loadOnIntent(load), [])
  useEffect(() => {
    if (!channels) return
    isThere = true
    sayAll()
    return () => {
      isThere = false
    }
  }, [channels])
  return (
    <>
      {channels && <channels.MessageChannels />}
      {words.length > 0 && (
        <div className={classes.plain} role="alert">
          {words.map((each) => (
            <p key={each}>{each}</p>
          ))}
        </div>
      )}
    </>
  )
}
