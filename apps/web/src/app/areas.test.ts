import { allPermissions } from '@steward/contract/permissions/permissions'
import { describe, expect, it } from 'vitest'
import { areaGroups, firstPage, pageOf } from './areas.ts'

const areas = areaGroups.flatMap((group) => group.areas)
const only =
  (module: string, submodule: string) => (asked: { module: string; submodule: string }) =>
    asked.module === module && asked.submodule === submodule

describe('the sidebar', () => {
  it('has nothing for somebody who may nothing', () => {
    expect(areas.filter((area) => pageOf(area, () => false))).toEqual([])
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
