import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

let estimator: ZxcvbnFactory | undefined

/** How hard a password is to guess, 0 to 4, by zxcvbn, whose word lists are large: load it late. */
export function strengthOf(password: string, known: readonly string[]): number {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  const words = known.flatMap((each) => [each, ...each.split(/[^\p{L}\p{N}]+/u)])
  return estimator.check(
    password,
    words.filter((word) => word.length > 2),
  ).score
}
