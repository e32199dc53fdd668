import type { Permission } from '@steward/contract/permissions/permissions'
import type { Session } from '../../http/session.ts'
import type { ObjectSchema } from './json-schema.ts'

/** A tool as it is told to agents, with what it needs and does. */
export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  /** Whether it changes nothing, not even a proposal. */
  reads: boolean
  /** The permissions that it needs, one of each list; who lacks them has no such tool. */
  needs: readonly (readonly Permission[])[]
  /** The paths of its result that hold what people wrote. */
  untrusted: readonly string[]
  /** Does it with arguments that aren't checked yet; throws a Failure. */
  run(session: Session, sent: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
}

/** A name such as `shoppingPosts` as part of the name of a tool: `shopping_posts`. */
export const snakeOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
