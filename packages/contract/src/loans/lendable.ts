import { type AreaName, areaNames, areas } from '../areas/areas.ts'
import { allPermissions, type Permission } from '../permissions/permissions.ts'

/** The actions that can be on loan: those that change records. An import has no exact records, and reading isn't lent. */
const lentActions = ['create', 'update', 'status', 'delete', 'restore', 'purge', 'comment']

/** Who may do what is decided by roles alone, so these are never on loan. */
const neverLent = ['Roles', 'Admins']

const submodulesOf = (area: AreaName): readonly string[] =>
  area === 'users' ? [...areas.users.submodules, 'Shopping feed'] : [areas[area].title]

/** Every permission that can be on loan, with the area of the records that it is about. */
export const lendable: readonly { area: AreaName; permission: Permission }[] = areaNames.flatMap(
  (area) =>
    allPermissions
      .filter(
        ({ module, submodule, action }) =>
          module === areas[area].module &&
          submodulesOf(area).includes(submodule) &&
          !neverLent.includes(submodule) &&
          lentActions.includes(action),
      )
      .map((permission) => ({ area, permission })),
)

/** The area of the records that a permission is about; undefined where it can't be on loan. */
export const lentArea = ({
  module,
  submodule,
  action,
}: { [part in keyof Permission]: string }): AreaName | undefined =>
  lendable.find(
    ({ permission }) =>
      permission.module === module &&
      permission.submodule === submodule &&
      permission.action === action,
  )?.area

/** Whether a permission is about records that aren't there yet. */
export const makesRecords = ({ action }: { action: string }): boolean => action === 'create'
