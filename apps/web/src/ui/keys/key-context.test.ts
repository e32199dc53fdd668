// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hearFirst, isChoosing, isCovered, isForPage } from './key-context.ts'
import { setSingleKeys } from './single-keys.ts'

beforeEach(hearFirst)

afterEach(() => {
  document.body.innerHTML = ''
  setSingleKeys(true)
})

function press(
  key: string,
  on: Element = document.body,
  how: KeyboardEventInit = {},
): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how })
  on.dispatchEvent(event)
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
  expect(isCovered(press('j'))).toBe(false)
})

test('the key that closes the choices of a field is known to be meant for them', () => {
  const heard: boolean[] = []
  const hear = (event: KeyboardEvent) => heard.push(isChoosing(event))
  document.addEventListener('keydown', hear)
  for (const open of ['role="combobox" aria-expanded="true"', 'data-mantine-stop-propagation']) {
    document.body.innerHTML = `<input ${open} />`
    const field = document.body.firstElementChild as Element
    // As the field hears Escape: before the page.
    field.addEventListener('keydown', () => {
      if (field.hasAttribute('aria-expanded')) field.setAttribute('aria-expanded', 'false')
      field.removeAttribute('data-mantine-stop-propagation')
    })
    press('Escape', field)
    press('Escape', field)
  }
  document.removeEventListener('keydown', hear)
  expect(heard).toEqual([true, false, true, false])
})

test.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing'])(
  'a key is for the page by itself, and not with %s',
  (held) => {
    for (const key of ['j', 'Escape']) {
      expect(isForPage(press(key))).toBe(true)
      expect(isForPage(press(key, document.body, { [held]: true }))).toBe(false)
    }
    // Shift alone makes another sign.
    expect(isForPage(press('?', document.body, { shiftKey: true }))).toBe(true)
  },
)

test('with single keys turned off, those with a name are still for the page', () => {
  setSingleKeys(false)
  expect(['j', '?', '1', 'Escape', 'ArrowDown'].filter((key) => isForPage(press(key)))).toEqual([
    'Escape',
    'ArrowDown',
  ])
})

test.each([
  ['a field', '<input />', false],
  ['a choice of several', '<select></select>', false],
  ['a menu', '<div role="menu"><button></button></div>', false],
  ['a checkbox', '<input type="checkbox" />', true],
  ['the drawer of a record', '<div role="dialog" data-record="x"><button></button></div>', true],
])('a key in %s', (_, html, expected) => {
  document.body.innerHTML = html
  const within = document.body.querySelector('input, select, button') as Element
  expect(isForPage(press('j', within))).toBe(expected)
})
