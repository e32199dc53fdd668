import { t } from '@steward/i18n/reader'
import { useEffect } from 'react'
import { create } from 'zustand'
import { isLackOfCall, isLeftToGuard, toFailure } from '../../api/failure.ts'
import { loadCode } from '../load/load-code.ts'
import { loadOnIntent } from '../load/on-intent.ts'
import classes from './messages.module.css'
import { pushUndo } from './undo-stack.ts'

type Channels = typeof import('./message-channels.tsx')

/** Messages shown as plain text where the channels can't be loaded, for example while offline. */
const plainTime = 5000
const useShown = create<{ channels: Channels | null; plain: readonly string[] }>()(() => ({
  channels: null,
  plain: [],
}))
let isThere = false
/** Messages said before the channels were loaded, in order. */
const unsaid: { words: string; say: (to: Channels) => void }[] = []
let undoables = 0

/** Loads the channels, on the first pointer movement or the first message. */
async function load(): Promise<void> {
  if (useShown.getState().channels) return
  useShown.setState({ channels: await loadCode(() => import('./message-channels.tsx')) })
}

function announce(words: string, how: (to: Channels) => void): void {
  unsaid.push({ words, say: how })
  if (isThere) sayAll()
  else load().catch(sayPlainly)
}

function sayAll(): void {
  const { channels } = useShown.getState()
  if (channels) for (const { say } of unsaid.splice(0)) say(channels)
}

function sayPlainly(): void {
  const said = unsaid.splice(0).flatMap(({ words }) => (words === '' ? [] : [words]))
  useShown.setState(({ plain }) => ({ plain: [...new Set([...plain, ...said])] }))
  setTimeout(() => {
    useShown.setState(({ plain }) => ({ plain: plain.filter((words) => !said.includes(words)) }))
  }, plainTime)
}

const show = (type: 'success' | 'error' | 'info') => (text: string, name?: string) =>
  announce([text, name ?? []].flat().join(' '), (to) => to.showToast(type, text, name))

/** Shows toasts (specification section 9); a given record name is shown beside the message. */
export const toast = { success: show('success'), error: show('error'), info: show('info') }

/** Shows a notice (specification section 9); a text that is already shown is not repeated. */
export const notice = (text: string): void => announce(text, (to) => to.showNotice(text))

/** A notice with Undo for 8 s; afterwards the undo key of lists calls `undo`, at most once. */
export function undoable(text: string, undo: () => unknown, name?: string): void {
  undoables += 1
  const id = `undoable-${undoables}`
  const act = {
    undo: () => {
      announce('', (to) => to.dismiss(id))
      return undo()
    },
  }
  const forget = pushUndo(act)
  const onUndo = () => {
    forget()
    act.undo()
  }
  announce(text, (to) => to.showUndoable({ id, text, name, onUndo }))
}

/**
 * Shows a failure as toasts, one for each entry (specification section 8); what can be asked for, as a notice that offers
 * that.
 */
export function showFailure(thrown: unknown): void {
  const failure = toFailure(thrown)
  if (isLeftToGuard(failure)) return
  if (isLackOfCall(failure)) {
    notice(t('This server doesn’t offer that.'))
    return
  }
  for (const { msg } of failure.entries) announce(msg, (to) => to.showRefusal(msg, failure))
}

export function dismissMessages(): void {
  unsaid.length = 0
  useShown.setState({ plain: [] })
  useShown.getState().channels?.dismiss()
}

export function Messages() {
  const { channels, plain } = useShown()
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
      {plain.length > 0 && (
        <div className={classes.plain} role="alert">
          {plain.map((each) => (
            <p key={each}>{each}</p>
          ))}
        </div>
      )}
    </>
  )
}
