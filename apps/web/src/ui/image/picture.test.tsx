// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Picture } from './picture.tsx'

afterEach(cleanup)

const show = (src: string | null) =>
  render(<Picture shape="person" src={src} name="Ada Lovelace" />).container
const picture = (container: Element) => container.querySelector('img') as HTMLImageElement

test('initials stand there until the picture is loaded', () => {
  const container = show('/uploads/a.webp')
  expect(container.textContent).toBe('AL')
  fireEvent.load(picture(container))
  expect(container.textContent).toBe('')
  expect(picture(container)).not.toBeNull()
})

test('initials stay where the picture does not load, or there is none', () => {
  const container = show('/uploads/a.webp')
  fireEvent.error(picture(container))
  expect(container.textContent).toBe('AL')
  expect(picture(container)).toBeNull()
  cleanup()
  expect(show(null).textContent).toBe('AL')
})
