import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'

/**
 * Whether a document is valid OpenAPI, by the schema of OpenAPI itself.
 * @returns what is wrong; empty for a valid one
 */
export async function validate(document: object): Promise<string[]> {
  const { valid, errors } = await new Validator().validate(
    structuredClone(document) as Record<string, unknown>,
  )
  return valid ? [] : [JSON.stringify(errors)]
}

/**
 * Looks for what a client generator or a reader stumbles over: the recommended rules of Redocly,
 * and no two paths that one request could mean.
 * @returns one line for each problem, warnings too
 */
export async function lint(document: object): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'no-ambiguous-paths': 'error' },
  })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config,
  })
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  )
}
