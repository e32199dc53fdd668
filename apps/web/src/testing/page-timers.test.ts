// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'

test('timers run while their page is there, and not after it', async () => {
  const ran: string[] = []
  const past = (ms: number) => new Promise((done) => setTimeout(done, ms))
  setTimeout((what: string) => ran.push(what), 1, 'soon')
  await past(20)
  const every = setInterval(() => ran.push('every'), 1)
  setTimeout(() => ran.push('late'), 1)
  vi.stubGlobal('document', undefined)
  await past(20)
  vi.unstubAllGlobals()
  await past(20)
  clearInterval(every)
  expect(ran).toEqual(['soon'])
})
