import {
  can,
  type Permission,
  type PermissionModule,
} from '@steward/contract/permissions/permissions'
import type { Config } from '../../api/config.ts'

/** The permission check of section 5, with another server's names for modules and submodules (`config.json`). */
export const canOf =
  (
    modules: readonly PermissionModule[] | null | undefined,
    names: Pick<Config, 'modules' | 'submodules'>,
  ) =>
  ({ module, submodule, action }: Permission): boolean =>
    can(modules, named(names.modules, module), named(names.submodules, submodule), action)

const named = (names: Record<string, string> | undefined, ours: string): string =>
  names && Object.hasOwn(names, ours) ? (names[ours] ?? ours) : ours
