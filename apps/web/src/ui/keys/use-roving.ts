import { type RefObject, useEffect } from 'react'
import { readingKey } from './reading-key.ts'

const stops =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), [role=separator]'
const next: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
}

/** Makes a toolbar one tab stop with arrow keys (roving tabindex); give `element` a role. */
export function useRoving(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = element
    if (!current) return
    let last: Element | null = null
    const all = () =>
      [...current.querySelectorAll<HTMLElement>(stops)].filter(
        (each) => !isOwn(each, current) && isDrawn(each),
      )
    const settle = () => {
      const found = all()
      if (last === null || !found.includes(last as HTMLElement)) last = found[0] ?? null
      for (const each of found) {
        const index = each === last ? 0 : -1
        if (each.tabIndex !== index) each.tabIndex = index
      }
    }
    const onFocus = ({ target }: FocusEvent) => {
      if (!all().includes(target as HTMLElement)) return
      last = target as HTMLElement
      settle()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return
      if (event.target instanceof HTMLSelectElement) return
      const found = all()
      const at = found.indexOf(event.target as HTMLElement)
      const step = next[readingKey(event)]
      const to = step === undefined ? { Home: 0, End: found.length - 1 }[event.key] : at + step
      if (at < 0 || to === undefined) return
      event.preventDefault()
      found[(to + found.length) % found.length]?.focus()
    }
    settle()
    current.dataset['roving'] = ''
    const observer = new MutationObserver(settle)
    observer.observe(current, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    // Lists hide columns by this attribute, and narrow windows hide them as well.
    const table = current.closest('[data-less]')
    if (table) observer.observe(table, { attributeFilter: ['data-less'] })
    window.addEventListener('resize', settle)
    current.addEventListener('focusin', onFocus)
    current.addEventListener('keydown', onKey)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', settle)
      current.removeEventListener('focusin', onFocus)
      current.removeEventListener('keydown', onKey)
    }
  }, [element])
}

/** Whether an element is visible; hidden ones can't be focused. */
const isDrawn = (thing: HTMLElement): boolean => thing.checkVisibility?.() ?? true

/** Whether an element belongs to a nested roving group, a menu or a dialog. */
const isOwn = (thing: Element, group: Element): boolean => {
  const nearest = thing.closest('[data-roving], [role=menu], [role=dialog]')
  return nearest !== null && nearest !== group && group.contains(nearest)
}
