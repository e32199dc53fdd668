import { readFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { setConfig } from '../../../api/config.ts'
import { feedCommand } from './first-call.ts'

afterEach(() => setConfig({}))

test('a warehouse is fed as docs/integrations/changes.md says, whose commands are tried', async () => {
  setConfig({ host: 'https://staff.example.com' })
  const page = new URL('../../../../../../docs/integrations/changes.md', import.meta.url)
  const command = feedCommand('$STEWARD_KEY').replace(' \\\n  ', ' ')
  expect(await readFile(page, 'utf8')).toContain(`\`\`\`sh\n${command}\n\`\`\`\n`)
})
