import { allPermissions } from '@steward/contract/permissions/permissions'
import { describe, expect, it } from 'vitest'
import { firstPage, placesFor } from './areas.ts'

const only =
  (module: string, submodule: string) => (asked: { module: string; submodule: string }) =>
    asked.module === module && asked.submodule === submodule

describe('the sidebar', () => {
  it('has nothing for somebody who may nothing', () => {
    expect(placesFor(() => false).flatMap((group) => group.places)).toEqual([])
    expect(firstPage(() => false)).toBeUndefined()
  })

  it('leads to the first page that is permitted', () => {
    expect(firstPage(() => true)).toBe('/dashboard')
    expect(firstPage(only('Operations', 'Bills'))).toBe('/bills')
    expect(firstPage(only('Users', 'Business users'))).toBe('/users/business')
  })

  it('reaches every list that a role can permit', () => {
    const lists = allPermissions.filter(({ action }) => action === 'list')
    for (const list of lists)
      expect(firstPage((asked) => JSON.stringify(asked) === JSON.stringify(list))).toBeDefined()
  })
})
