import { bulkNeeds, eachOnce, type Several } from '../areas/area-permissions.ts'
import { type Area, type AreaName, areaNames, areas } from '../areas/areas.ts'
import { type EndpointName, routes } from '../calls/routes.ts'

/** The areas of which agents may propose changes: all but roles, since people alone decide who may do what. */
export type ProposalArea = Exclude<AreaName, 'roles'>

export const proposalAreas = areaNames.filter((name) => name !== 'roles') as [
  ProposalArea,
  ...ProposalArea[],
]

/** What an agent may propose to do; nothing is deleted for good by a proposal. */
export const proposalActions = [
  'create',
  'update',
  'status',
  'delete',
  'restore',
  'keep',
  'feed',
  'role',
] as const

export type ProposalAction = (typeof proposalActions)[number]

/** What can be proposed of an area, each with the permissions of which one is needed, as the calls name them. */
function actionsOf(name: ProposalArea): Partial<Record<ProposalAction, Several>> {
  const saves = (['create', 'update'] as const).flatMap((action) => {
    const call = `${name}.${action}`
    return Object.hasOwn(routes, call)
      ? [[action, eachOnce(routes[call as EndpointName].needs as Several)] as const]
      : []
  })
  const { purge: _, ...bulk } = bulkNeeds(areas[name] as Area)
  return { ...Object.fromEntries(saves), ...bulk }
}

/** By area, the actions that can be proposed with the permissions that each needs. */
export const proposable = Object.fromEntries(
  proposalAreas.map((name) => [name, actionsOf(name)]),
) as Readonly<Record<ProposalArea, Readonly<Partial<Record<ProposalAction, Several>>>>>
