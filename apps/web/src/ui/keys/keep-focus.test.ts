// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepFocus } from './keep-focus.ts'

let end: () => void
beforeEach(() => {
  document.body.innerHTML =
    '<button>Behind</button><section role="dialog" tabindex="-1"><button>Save</button></section>'
  end = keepFocus()
})
afterEach(() => end())

const find = (selector: string) =>
  document.querySelector<HTMLButtonElement>(selector) as HTMLElement
const save = () => find('[role=dialog] button') as HTMLButtonElement

/** Disables a button as a browser does, which takes the focus from it. */
function disable(button: HTMLButtonElement): void {
  button.disabled = true
  button.blur()
}
const observed = () => new Promise((done) => setTimeout(done))

test('a button has the focus again once it can be pressed again', async () => {
  save().focus()
  disable(save())
  await observed()
  expect(document.activeElement).toBe(document.body)
  save().disabled = false
  await observed()
  expect(document.activeElement).toBe(save())
})

test('takes it from nothing else', async () => {
  save().focus()
  disable(save())
  find('button').focus()
  save().disabled = false
  await observed()
  expect(document.activeElement).toBe(find('button'))
})

test('Tab stays in the dialog meanwhile', () => {
  save().focus()
  disable(save())
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  expect(document.activeElement).toBe(find('[role=dialog]'))
})
