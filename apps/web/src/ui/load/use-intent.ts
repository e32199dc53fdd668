import { type PointerEvent, useEffect, useRef } from 'react'

/** How long a pointer or the focus rests before the preload starts, in milliseconds. */
const rest = 60

interface Begun {
  timer: ReturnType<typeof setTimeout>
  controller: AbortController
}

/** Preloads on hover or focus, aborted without a press; another target (`of`) starts anew. */
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
    // A touch ends (pointerleave) before its click.
    onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && leave(),
    onPointerCancel: leave,
    onFocus: near(rest),
    onBlur: leave,
    // A preload under way continues; one that hasn't begun is left to the page.
    onClick: () => {
      if (begun.current) clearTimeout(begun.current.timer)
      begun.current = null
    },
  }
}
