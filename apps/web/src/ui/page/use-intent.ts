import { type PointerEvent, useEffect, useRef } from 'react'

/** Milliseconds that a pointer or the focus rests on something before that counts, so that passing over it doesn't. */
const rest = 60

interface Begun {
  timer: ReturnType<typeof setTimeout>
  controller: AbortController
}

/**
 * Starts what a link or button will need while a pointer or the focus rests on it, and stops it where they
 * leave without a press. @param of what it leads to: once that is something else, resting there counts anew
 * @returns the handlers for the element
 */
export function useIntent(start: (signal: AbortSignal) => void, of: unknown) {
  const latest = useRef(start)
  latest.current = start
  const begun = useRef<Begun | null>(null)
  const isNear = useRef(false)
  const stop = () => {
    if (!begun.current) return
    clearTimeout(begun.current.timer)
    begun.current.controller.abort()
    begun.current = null
  }
  const begin = (pause: number) => {
    if (begun.current) return
    const controller = new AbortController()
    const timer = setTimeout(() => latest.current(controller.signal), pause)
    begun.current = { timer, controller }
  }
  const near = (pause: number) => () => {
    isNear.current = true
    begin(pause)
  }
  const leave = () => {
    isNear.current = false
    stop()
  }
  const actions = useRef({ begin, stop })
  actions.current = { begin, stop }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs anew once it leads elsewhere
  useEffect(() => {
    if (isNear.current) actions.current.begin(rest)
    return () => actions.current.stop()
  }, [of])
  return {
    onPointerEnter: (event: PointerEvent) => near(event.pointerType === 'touch' ? 0 : rest)(),
    // A finger that is lifted has left before its click comes.
    onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && leave(),
    onPointerCancel: leave,
    onFocus: near(rest),
    onBlur: leave,
    // What is wanted now goes on, and what has not begun is asked for by what was pressed.
    onClick: () => {
      if (begun.current) clearTimeout(begun.current.timer)
      begun.current = null
    },
  }
}
