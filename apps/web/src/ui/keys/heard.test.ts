// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { isCovered, isForPage } from './heard.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

function press(key: string): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  document.body.dispatchEvent(event)
  return event
}

test('the key that closes a dialog is not heard by the page below it', () => {
  document.body.innerHTML = '<div role="dialog" aria-modal="true"></div>'
  // As a dialog hears Escape: before the page, whose own listener finds it gone.
  const close = () => document.querySelector('[role=dialog]')?.remove()
  window.addEventListener('keydown', close, { capture: true, once: true })
  const heard: boolean[] = []
  const hear = (event: KeyboardEvent) => heard.push(isForPage(event))
  document.addEventListener('keydown', hear)
  press('Escape')
  press('Escape')
  document.removeEventListener('keydown', hear)
  expect(heard).toEqual([false, true])
})

test('a record’s own drawer does not keep keys from the page', () => {
  document.body.innerHTML = '<div role="dialog" aria-modal="true" data-record="x"></div>'
  press('j')
  expect(isCovered()).toBe(false)
})
