// @vitest-environment jsdom
import { importsRoutes } from '@steward/contract/imports/imports.routes'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setConfig } from './config.ts'
import { downloadReport, sendFile } from './files.ts'

let asked: [address: string, authorization: string | null][] = []

/** In place of the browser's: every request of it is answered at once. */
class Request {
  upload = {}
  status = 200
  responseText = '{"message":"","data":{}}'
  onload = () => {}
  address = ''
  headers = new Headers()
  open(_: string, address: string) {
    this.address = address
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  getResponseHeader() {
    return null
  }
  send() {
    asked.push([this.address, this.headers.get('Authorization')])
    this.onload()
  }
}

beforeEach(() => {
  asked = []
  setConfig({ host: 'https://host.example' })
  vi.stubGlobal('XMLHttpRequest', Request)
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    asked.push([address, new Headers(headers).get('Authorization')])
    return new Response('{"message":"No"}', { status: 404 })
  })
})
afterEach(() => {
  setConfig({})
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('a file that is sent or fetched carries the token as it stands then, below the API base', async () => {
  const send = () =>
    sendFile(importsRoutes['imports.create'], {
      query: {},
      file: new Blob(['a,b']),
      onProgress: () => {},
      signal: new AbortController().signal,
    })
  localStorage.setItem('token', 'one')
  await send()
  localStorage.setItem('token', 'two')
  await send()
  await expect(downloadReport('j1', 'report.csv')).rejects.toThrow('No')
  expect(asked.map(([, authorization]) => authorization)).toEqual([
    'Bearer one',
    'Bearer two',
    'Bearer two',
  ])
  for (const [address] of asked) expect(address).toMatch(/^https:\/\/host\.example\/api\/admin\//)
})
