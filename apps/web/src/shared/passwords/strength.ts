import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

let estimator: ZxcvbnFactory | undefined

/**
 * How hard a password is to guess, by zxcvbn. Holds a list of common passwords: load it where it
 * is needed only.
 * @param known words that an attacker would try first, such as the person's e-mail address
 * @returns 0 (guessed at once) to 4
 */
export function strengthOf(password: string, known: readonly string[]): number {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  const words = known.flatMap((each) => [each, ...each.split(/[^\p{L}\p{N}]+/u)])
  return estimator.check(
    password,
    words.filter((word) => word.length > 2),
  ).score
}
