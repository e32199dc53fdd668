import { makeTemplate } from '../../apps/server/src/testing/template.ts'
import { schemaSetting } from './steward.ts'

/** Makes the data directory that every server of the tests starts from; most of a first start is its schema. */
export default async function setup(): Promise<() => Promise<void>> {
  const template = await makeTemplate()
  process.env[schemaSetting] = template.dataDir
  return template.remove
}
