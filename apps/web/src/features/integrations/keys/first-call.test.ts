import { afterEach, expect, test } from 'vitest'
import page from '../../../../../../docs/integrations/changes.md?raw'
import { setConfig } from '../../../api/config.ts'
import { feedCommand } from './first-call.ts'

afterEach(() => setConfig({}))

test('a warehouse is fed as docs/integrations/changes.md says, whose commands are tried', () => {
  setConfig({ host: 'https://staff.example.com' })
  const command = feedCommand('$STEWARD_KEY').replace(' \\\n  ', ' ')
  expect(page).toContain(`\`\`\`sh\n${command}\n\`\`\`\n`)
})
