// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { apiUrl, config, fileUrl, setConfig } from './config.ts'

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
