// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { apiUrl, config, fileUrl, setConfig, smallFileUrl } from './config.ts'

describe('config.json', () => {
  it.each([null, [], 'text', 7, { host: 5, name: '', login: [], modules: { Roles: 1 } }])(
    'of the wrong kind (%j) changes nothing',
    (raw) => {
      setConfig(raw)
      expect(apiUrl('admin/bills')).toBe('http://localhost:3000/api/admin/bills')
      expect(config().name).toBeUndefined()
      expect(config().modules).toEqual({})
    },
  )

  it('moves calls and uploaded files to another host', () => {
    setConfig({ host: 'https://api.example.org/' })
    expect(apiUrl('/admin/bills')).toBe('https://api.example.org/api/admin/bills')
    expect(fileUrl('/uploads/a.webp')).toBe('https://api.example.org/uploads/a.webp')
    expect(fileUrl('https://cdn.example.org/a.webp')).toBe('https://cdn.example.org/a.webp')
    expect(fileUrl('//cdn.example.org/a.webp')).toBe('//cdn.example.org/a.webp')
  })
})

describe('small pictures', () => {
  const served = (own: boolean) => {
    globalThis.stewardEarly = { own } as typeof globalThis.stewardEarly
  }
  afterEach(() => {
    globalThis.stewardEarly = undefined
    setConfig({})
  })

  it('are asked of Steward’s own server alone, and only of uploaded ones', () => {
    setConfig({})
    served(true)
    expect(smallFileUrl('/uploads/a.webp')).toBe('http://localhost:3000/uploads/a.webp?small')
    for (const other of ['https://cdn.example.org/a.webp', '/other/a.webp', '/uploads/a.webp?b']) {
      expect(smallFileUrl(other)).toBe(fileUrl(other))
    }
    served(false)
    expect(smallFileUrl('/uploads/a.webp')).toBe(fileUrl('/uploads/a.webp'))
  })

  it('are not asked of another host', () => {
    served(true)
    setConfig({ host: 'https://api.example.org' })
    expect(smallFileUrl('/uploads/a.webp')).toBe('https://api.example.org/uploads/a.webp')
  })
})
