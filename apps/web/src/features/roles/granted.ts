import type { PermissionModule } from '@steward/contract/permissions'
import { listOf, type Sparse, textOf } from '../../api/read.ts'

/** What a role permits in one submodule. */
export interface Granted {
  module: string
  submodule: string
  actions: string[]
}

/**
 * What permission modules grant: only flags that are exactly `true` count (specification section 5);
 * submodules without any are left out.
 */
export function grantedWords(modules: readonly Sparse<PermissionModule>[]): Granted[] {
  return modules.flatMap((entry) =>
    listOf(entry.submodules).flatMap((submodule) => {
      const actions = Object.entries(submodule.actions ?? {})
        .filter(([, flag]) => flag === true)
        .map(([action]) => action)
      const names = { module: textOf(entry.module) ?? '', submodule: textOf(submodule.name) ?? '' }
      return actions.length === 0 ? [] : [{ ...names, actions }]
    }),
  )
}
